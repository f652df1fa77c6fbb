import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { validateService } from '#domain/money/service-fields.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { amountText, parseAmount, NOT_MONEY } from '#staff/till/till-texts.ts';

type Fields = Extract<ServiceChange, { kind: 'CREATE' }>['service'];

/** The fields of the editor as they are typed. */
export type ServiceDraft = {
  name: string;
  description: string;
  type: StaffService['type'];
  format: Fields['format'];
  duration: string;
  buffer_time: string;
  has_scale: boolean;
  base_price: string;
  min_price: string;
  max_price: string;
  suggested_price: string;
  places: StaffService['service_location_type'];
  seats: string;
  bookable_online: boolean;
  audience: StaffService['audience'];
  form_ids: string[];
};

const NEW: ServiceDraft = {
  name: '',
  description: '',
  type: [],
  format: 'ONE_ON_ONE',
  duration: '60',
  buffer_time: '15',
  has_scale: false,
  base_price: '',
  min_price: '',
  max_price: '',
  suggested_price: '',
  places: ['FIXED_LOCATION'],
  seats: '8',
  bookable_online: true,
  audience: 'EVERYONE',
  form_ids: [],
};

const centsText = (cents: number | null) => (cents === null ? '' : amountText(cents));

/** What the editor shows of a service; of none, a new one. */
export function draftOf(service: StaffService | null): ServiceDraft {
  if (service === null) return NEW;
  return {
    name: service.name,
    description: service.description,
    type: service.type,
    format: service.format === 'PRODUCT' ? 'ONE_ON_ONE' : service.format,
    duration: String(service.duration),
    buffer_time: String(service.buffer_time),
    has_scale: service.min_price_cents !== null,
    base_price: centsText(service.base_price_cents),
    min_price: centsText(service.min_price_cents),
    max_price: centsText(service.max_price_cents),
    suggested_price: centsText(service.suggested_price_cents),
    places: service.service_location_type,
    seats: String(service.max_capacity ?? 1),
    bookable_online: service.bookable_online,
    audience: service.audience,
    form_ids: service.form_ids,
  };
}

type DraftErrors = Readonly<Record<string, string | undefined>>;
export type ReadDraft = { ok: true; fields: Fields } | { ok: false; errors: DraftErrors };

/** Reads what is typed as the fields of a service, or says what is wrong with which field. */
export function readDraft(draft: ServiceDraft): ReadDraft {
  const prices = {
    base_price_cents: parseAmount(draft.base_price),
    min_price_cents: draft.has_scale ? parseAmount(draft.min_price) : null,
    max_price_cents: draft.has_scale ? parseAmount(draft.max_price) : null,
    suggested_price_cents:
      draft.has_scale && draft.suggested_price.trim() !== '' ? parseAmount(draft.suggested_price) : null,
  };
  const unread: Record<string, string> = {};
  if (prices.base_price_cents === null) unread.base_price_cents = NOT_MONEY;
  if (draft.has_scale && prices.min_price_cents === null) unread.min_price_cents = NOT_MONEY;
  if (draft.has_scale && prices.max_price_cents === null) unread.max_price_cents = NOT_MONEY;
  if (draft.has_scale && draft.suggested_price.trim() !== '' && prices.suggested_price_cents === null)
    unread.suggested_price_cents = NOT_MONEY;
  const fields: Fields = {
    name: draft.name.trim(),
    description: draft.description.trim(),
    type: draft.type,
    format: draft.format,
    duration: wholeNumber(draft.duration),
    buffer_time: wholeNumber(draft.buffer_time),
    ...prices,
    base_price_cents: prices.base_price_cents ?? 0,
    service_location_type: draft.places,
    max_capacity: isClassFormat(draft.format) ? wholeNumber(draft.seats) : 1,
    bookable_online: draft.bookable_online,
    audience: draft.audience,
    form_ids: draft.form_ids,
  };
  const errors = { ...validateService(fields, practice.currency), ...unread };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, fields };
}

/** -1 for what is no whole number, which no field accepts. */
const wholeNumber = (text: string): number => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : -1);

/** The fields that differ from what is stored: others stay as they are, also if someone else changes them. */
export function changedFields(service: StaffService, fields: Fields): Partial<Fields> {
  const stored = service as unknown as Record<string, unknown>;
  const isSame = (name: keyof Fields) => {
    if (name === 'max_capacity' && !isClassFormat(fields.format)) return true;
    const [one, other] = [stored[name], fields[name]];
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    return one.length === other.length && one.every((each) => (other as unknown[]).includes(each));
  };
  const names = (Object.keys(fields) as (keyof Fields)[]).filter((name) => !isSame(name));
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
