import { practice } from '#content/public/practice.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { formatDayMonth } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';

const { zone } = practice;

/** What is worth knowing of a record: how its client can be reached and signs in. */
export function loginText({ has_login, invited_at, email, phone }: Client): string {
  if (has_login) return '';
  if (invited_at !== null) return `Invited ${formatDayMonth(localDateOf(invited_at, zone))}`;
  if (email === '') return 'No login, phone only';
  return phone === null ? 'No login, e-mail only' : 'No login';
}

/** '11 visits' */
export const visitsText = (visits: number): string =>
  visits === 0 ? 'No visits yet' : visits === 1 ? '1 visit' : `${visits} visits`;
