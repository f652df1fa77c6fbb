import { SERVICE_TYPES, type ServiceFormat } from '#domain/services.ts';
import { isClassFormat } from '#domain/slots.ts';
import { done, type Outcome, type AdminDeps, usageError } from '../command.ts';
import { EVERYBODY, NOBODY } from '../forms/form-from-file.ts';
import { parseArgs } from '../parse-args.ts';
import { formatService, parseTypes, serviceFromArgs, SERVICE_FIELDS } from './service-fields.ts';
import { insertService, type NewService } from './store.ts';

/** Subcommands and audience names that no service key may shadow. */
const RESERVED_KEYS = ['add', 'retire', 'restore', EVERYBODY, NOBODY];
const FORMATS: Readonly<Record<string, ServiceFormat>> = {
  'one-to-one': 'ONE_ON_ONE',
  group: 'GROUP',
  workshop: 'WORKSHOP',
};
const NEEDED = ['key', 'name', 'description', 'type', 'duration', 'price', 'place'];
const MAX_KEY_LENGTH = 60;
const DEFAULT_BUFFER_MIN = 15;

/** Adds a service at the end of the price list. It can be booked once it has hours. */
export async function addService({ db }: AdminDeps, args: string[]): Promise<Outcome> {
  const parsed = parseArgs(args, ['key', 'format', ...SERVICE_FIELDS]);
  if (!parsed.ok) return usageError(parsed.message);
  const { given } = parsed;
  const format = FORMATS[(given.get('format') ?? 'one-to-one').toLowerCase()];
  if (!format) return usageError(`format is one of: ${Object.keys(FORMATS).join(', ')}.`);
  const isClass = isClassFormat(format);
  const missing = [...NEEDED, ...(isClass ? ['seats'] : [])].filter((name) => !given.get(name));
  if (missing.length > 0)
    return usageError(`It needs ${missing.map((name) => `${name}=…`).join(' ')} as well.`);
  if (!isClass && given.has('seats'))
    return usageError('Seats are for classes: give format=group or format=workshop.');
  const key = given.get('key')!;
  if (
    !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(key) ||
    key.length > MAX_KEY_LENGTH ||
    RESERVED_KEYS.includes(key)
  )
    return usageError(
      `${key} cannot be a key. Use lowercase letters, digits and hyphens, such as evening-flow; not ${RESERVED_KEYS.join(', ')}.`,
    );
  const draft: NewService = {
    key,
    name: '',
    description: '',
    type: [],
    // Another type is refused below.
    category: parseTypes(given.get('type')!)?.[0] ?? SERVICE_TYPES[0],
    format,
    duration: 0,
    buffer_time: DEFAULT_BUFFER_MIN,
    base_price_cents: 0,
    suggested_price_cents: null,
    min_price_cents: null,
    max_price_cents: null,
    service_location_type: [],
    location_name: '',
    scheduling_type: 'SCHEDULED',
    stripe_product_id: null,
    stripe_price_id: null,
    is_subscription: false,
    subscription_interval: null,
    max_capacity: 1,
  };
  const read = serviceFromArgs(draft, given);
  if (!read.ok) return usageError(read.message);
  if (!(await insertService(db, read.service)))
    return usageError(`There is a service ${key} already, offered or retired. See: services`);
  const next = `hour add service=${key} day=… start=…${isClass ? '' : ' end=…'}`;
  return done(
    'New on the price list:',
    ...formatService(read.service),
    `It has no hours yet and cannot be booked: ${next}`,
    'To add it at the payment provider: npm run stripe:sync -- --apply',
  );
}
