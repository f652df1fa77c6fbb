import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatText } from './format-text.ts';

const root = join(import.meta.dirname, '../..');
export const TYPES_FILE = join(root, 'src/server/db/types.ts');

/** The files of the domain that have the types below. */
const IMPORTS = `
import type { Address } from '#domain/people/address.ts';
import type { Pattern } from '#domain/slots/availability.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import type { CheckoutKind, CheckoutState } from '#domain/checkout/checkout-states.ts';
import type { FormContent } from '#domain/visits/forms.ts';
import type { Notes } from '#domain/text/notes.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import type { Audience, LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';
import type { EntryState } from '#domain/slots/waitlist.ts';
`;

/** Columns whose values a constraint or the only code that writes them limits to a type of the domain. */
const COLUMNS: Readonly<Record<string, string>> = {
  'appointments.location_type': 'LocationType',
  'booking_history.from_status': 'BookingStatus | null',
  'booking_history.to_status': 'BookingStatus',
  'bookings.format': 'ServiceFormat',
  'bookings.location_type': 'LocationType',
  'bookings.status': 'BookingStatus',
  'bookings.visit_address': 'ColumnType<Address | null, string | null, string | null>',
  'checkouts.items': 'ColumnType<CheckoutLine[], string, string>',
  'checkouts.refund_policy': 'ColumnType<RefundPolicy, string, string>',
  'checkouts.kind': 'Generated<CheckoutKind>',
  'checkouts.state': 'CheckoutState',
  'form_versions.content': 'ColumnType<FormContent, string, string>',
  'post_drafts.content': 'ColumnType<Notes, string | undefined, string>',
  'posts.content': 'ColumnType<Notes, string, string>',
  'rules.location_type': 'LocationType',
  'rules.pattern': 'Pattern | null',
  'services.audience': 'Generated<Audience>',
  'services.category': 'ServiceType',
  'services.format': 'ServiceFormat',
  'services.service_location_type': 'LocationType[]',
  'services.type': 'ServiceType[]',
  'waitlist_entries.location_type': 'LocationType',
  'waitlist_entries.state': 'EntryState',
  'users.address': 'ColumnType<Address | null, string | null, string | null>',
};

/** The row types of a migrated database, as they belong into src/server/db/types.ts. */
export function generateTypes(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sattva-types-'));
  const file = join(folder, 'types.ts');
  try {
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        '--dialect=postgres',
        `--url=${url}`,
        `--out-file=${file}`,
        '--date-parser=string',
        // As pool.ts parses them: counts and cents are numbers.
        '--type-mapping={"int8":"number"}',
        '--exclude-pattern=schema_migrations',
        '--log-level=error',
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const body = withColumnTypes(readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, ''));
    const words = 'Generated from the migrated database by `npm run db-types`. Do not edit.';
    return formatText(TYPES_FILE, `// ${words}\n${IMPORTS}${body}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Does what `--overrides` of kysely-codegen does, which needs an older TypeScript to read the types. */
function withColumnTypes(body: string): string {
  return Object.entries(COLUMNS).reduce((text, [path, type]) => {
    const [table = '', column] = path.split('.');
    const name = table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const of = new RegExp(`(export interface ${name} \\{[^}]*?\\n  ${column}: )[^;]+;`);
    if (!of.test(text)) throw new Error(`There is no column ${path}`);
    return text.replace(of, `$1${type};`);
  }, body);
}
