import type { Client } from '#contract/clients.schemas.ts';
import type { LocationType } from '#domain/slots/services.ts';

const KEY = 'staff-booking';

/** What the page shows of the client; kept in the draft without address and history. */
export type ChosenClient = Pick<Client, 'id' | 'name' | 'first_name' | 'phone' | 'email' | 'visits'>;
export type NewClient = { first_name: string; last_name: string; phone: string; email: string };
export type PaymentChoice = 'VISIT' | 'LINK' | 'PAID' | 'SUPPORTED' | 'GIFT';
export type PaidBy = 'CASH' | 'CARD_READER' | 'TRANSFER';

/** What has been entered. It holds no health data. */
export type BookingDraft = {
  /** The address that it began with. */
  preset: string;
  search: string;
  client: ChosenClient | null;
  /** Null: the form for a new client is closed. */
  new_client: NewClient | null;
  service_id: string;
  place: LocationType | '';
  start: string | null;
  /** Date and time are typed; else one of the listed times is chosen. */
  is_other_time: boolean;
  accept: string[];
  repeat: { weeks: 1 | 2 | 4; times: number } | null;
  /** Dates of the series that are left out. */
  left_out: string[];
  /** Other starts of its dates, by the start that the rhythm gives. */
  moved: Readonly<Record<string, string>>;
  payment: PaymentChoice;
  paid_by: PaidBy;
  /** Dollars of a sliding scale, as typed; '': the client chooses on the payment page. */
  amount: string;
  notify: boolean;
  ask_forms: boolean;
};

const NEW_DRAFT: Omit<BookingDraft, 'preset'> = {
  search: '',
  client: null,
  new_client: null,
  service_id: '',
  place: '',
  start: null,
  is_other_time: false,
  accept: [],
  repeat: null,
  left_out: [],
  moved: {},
  payment: 'VISIT',
  paid_by: 'CASH',
  amount: '',
  notify: true,
  ask_forms: true,
};

/** The draft of this tab if it began with the same address, else a new one. */
export function readDraft(preset: string): BookingDraft {
  const fresh = { ...NEW_DRAFT, preset };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as BookingDraft | null;
    if (kept?.preset === preset) return { ...fresh, ...kept };
  } catch {
    // A storage that is blocked or was written by another version.
  }
  return { ...fresh, ...presetsOf(new URLSearchParams(preset)) };
}

function presetsOf(search: URLSearchParams): Partial<BookingDraft> {
  const start = search.get('start');
  const isInstant = start !== null && !Number.isNaN(Date.parse(start));
  return {
    service_id: search.get('service') ?? '',
    place: (search.get('place') ?? '') as LocationType | '',
    start: isInstant ? new Date(start).toISOString() : null,
    is_other_time: isInstant,
  };
}

export function keepDraft(draft: BookingDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
