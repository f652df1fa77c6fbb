import type pg from 'pg';
import { listTables } from './table-copy.ts';

/** Tables whose rows give access: sessions, waiting sign-ins and sign-ups, codes, prompts, invitations, links, feeds. */
export const ACCESS_TABLES: ReadonlySet<string> = new Set([
  'calendar_feeds',
  'client_invites',
  'codes',
  'email_undos',
  'logins',
  'mailbox_links',
  'payment_links',
  'sign_up_attempts',
  'spent_refresh_tokens',
  'staff_calendar_feeds',
  'staff_invites',
  'staff_passkey_challenges',
  'staff_sessions',
  'staff_sign_ins',
]);

/** Ends all access that a backup remembers: some of it may have been ended since, because it was stolen. */
export async function endAccess(client: pg.ClientBase): Promise<void> {
  const tables = (await listTables(client)).filter(({ name }) => ACCESS_TABLES.has(name));
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
}
