import { practice } from '#content/public/practice.ts';
import type { AuditRow, staffAuditLog } from '#contract/staff.schemas.ts';
import { addDays, isLocalDate } from '#domain/time/calendar.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { fullName, shortName } from '#domain/people/names.ts';
import { isolate, nameOr } from '#domain/people/personal.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { z } from 'zod';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { AuditAction } from '../runtime/audit.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type LogEntry, type LogFilter, selectClientName, selectLog, selectStaffNames } from './store.ts';

const PAGE = 100;

type Query = z.output<typeof staffAuditLog.query>;
type Log = z.input<typeof staffAuditLog.answer>;

/** Reads a page of what staff, commands and jobs did, and of who read health data, newest first (rules.md §9). */
export async function readAuditLog(db: Db, query: Query): Promise<Log | Refusal> {
  const filter = filterOf(query);
  if (!filter) return refuse('INVALID_INPUT');
  const [found, staff, client] = await Promise.all([
    selectLog(db, filter, PAGE + 1),
    selectStaffNames(db),
    filter.user_id === null ? undefined : selectClientName(db, filter.user_id),
  ]);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: byReading(rows).map(present),
    next: found.length > PAGE && last ? cursorOf(last) : null,
    staff,
    client_name: client && fullName(client) ? isolate(fullName(client)) : null,
  };
}

/** Null if a filter cannot be understood. */
function filterOf({ staff, client, kind, from, to, after }: Query): LogFilter | null {
  const ids = [staff, client].filter((id) => id !== undefined);
  const dates = [from, to].filter((date) => date !== undefined);
  if (!ids.every(isUuid) || !dates.every(isLocalDate)) return null;
  const place = after === undefined ? null : placeOf(after);
  if (after !== undefined && place === null) return null;
  const { zone } = practice;
  return {
    staff_id: staff ?? null,
    user_id: client ?? null,
    kind: kind ?? null,
    from: from ? startOfDay(from, zone) : null,
    to: to ? startOfDay(addDays(to, 1), zone) : null,
    after: place,
  };
}

const cursorOf = ({ at_text, key }: LogEntry): string =>
  Buffer.from(`${at_text}|${key}`).toString('base64url');

const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)\|((?:action|read):[\da-f-]{1,40})$/;

function placeOf(cursor: string): LogFilter['after'] {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match || Number.isNaN(Date.parse(match[1]!))) return null;
  return { at_text: match[1]!, key: match[2]! };
}

type Entries = readonly [LogEntry, ...LogEntry[]];

/** Puts together what one call of staff read about one client. */
function byReading(entries: readonly LogEntry[]): Entries[] {
  const groups: [LogEntry, ...LogEntry[]][] = [];
  for (const entry of entries) {
    const [first] = groups.at(-1) ?? [];
    const isSame =
      first && (['at_text', 'actor', 'user_id'] as const).every((key) => first[key] === entry[key]);
    if (isSame && isReadByStaff(first) && isReadByStaff(entry)) groups.at(-1)!.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const isReadByStaff = ({ actor, action }: LogEntry): boolean =>
  actor?.startsWith('staff:') === true && action.endsWith('.read');

const visitDay = ({ start_time }: LogEntry): string | null =>
  start_time && formatDayMonth(localDateOf(start_time, practice.zone));

function partOf(entry: LogEntry): AuditRow['parts'][number] {
  const what = ACCESSES[entry.action as AuditAction]?.replace(/^read (?:the )?/, '') ?? entry.action;
  const visit = entry.start_time ? `, ${entry.service_name} on ${visitDay(entry)}` : '';
  return { text: `${what[0]!.toUpperCase()}${what.slice(1)}${visit}`, path: pathOf(entry) };
}

function present(entries: Entries): AuditRow {
  const [entry, ...others] = entries;
  const { key, at, staff_name, via, action } = entry;
  return {
    id: key,
    at: at.toISOString(),
    staff: staff_name,
    via,
    action,
    text: sentenceOf(entries),
    path: others.length === 0 ? pathOf(entry) : null,
    parts: others.length === 0 ? [] : entries.map(partOf),
  };
}

function pathOf(entry: LogEntry): string | null {
  const { object_kind, object_id, user_id, first_name, action, start_time } = entry;
  if (object_kind === 'STAFF') return null;
  if (object_kind === 'BOOKING') return `/bookings/${object_id}`;
  if (object_kind === 'EVENT') return '/events';
  if (object_kind === 'POST') return `/posts/${object_id}`;
  if (object_kind === 'FORM') return `/forms/${object_id}`;
  if (object_kind === 'SERVICE') return `/services/${object_id}`;
  // A former client has no page.
  if (object_kind === 'CLIENT') return first_name === null ? null : `/clients/${user_id}`;
  const is_of_booking = /^(?:notes|recommendations|session-note)\./.test(action);
  if (!is_of_booking || !object_id) return null;
  // A note without a visit is in the file of its client.
  const isOfVisit = start_time !== null || !action.startsWith('session-note.');
  return isOfVisit ? `/bookings/${object_id}` : first_name === null ? null : `/clients/${user_id}`;
}

/** The sentence without its actor: 'cancelled a booking of Maren K.'. The actor of a client's access is 'A client'. */
function sentenceOf([entry, ...others]: Entries): string {
  const client = nameOr(entry.user_id && shortName(entry), 'a former client');
  if (others.some(({ action }) => action !== 'form.read'))
    return `read ${others.length + 1} notes of ${client}`;
  return entry.actor === null ? actionOf(entry, client) : accessOf(entry, client);
}

const ACCESSES: Readonly<Record<AuditAction, string>> = {
  'notes.read': 'read notes',
  'notes.write': 'wrote a note',
  'notes.share': 'shared a note',
  'notes.unshare': 'took a shared note back',
  'session-note.read': 'read the session note',
  'session-note.write': 'wrote the session note',
  'session-note.sign': 'signed the session note',
  'session-note.add': 'added to the session note',
  'pinned-note.read': 'read what is important',
  'pinned-note.write': 'wrote what is important',
  'form.read': 'read form answers',
  'form.write': 'sent form answers',
  'data.download': 'downloaded the data',
  'data.export': 'saved the whole record as a file',
  'recommendations.read': 'read recommendations',
  'recommendations.write': 'wrote a recommendation',
  'recommendations.publish': 'published recommendations',
  'recommendations.withdraw': 'withdrew a recommendation',
  'record.claim': 'took over the record that the practice kept',
  'email.change': 'changed the e-mail',
};

function accessOf(entry: LogEntry, client: string): string {
  const { action, actor } = entry;
  // The process of a newer version can have written a word that this one does not know.
  const text = ACCESSES[action as AuditAction] ?? action;
  if (actor === 'client') return `${text}: ${client}`;
  const day = action.endsWith('.read') && visitDay(entry);
  return `${text} of ${client}${day ? `, visit on ${day}` : ''}`;
}

const ATTENDANCES: Readonly<Record<string, (client: string) => string>> = {
  ARRIVED: (client) => `marked ${client} as arrived`,
  NOT_ARRIVED: (client) => `marked ${client} as not arrived`,
  NO_SHOW: (client) => `marked ${client} as a no-show`,
  ATTENDED: (client) => `marked ${client} as attended`,
};

const ACTIONS: Readonly<Record<string, (client: string, details: LogEntry['details']) => string>> = {
  'booking.cancel': (client, { by }) =>
    `cancelled a booking of ${client}${by === 'CLIENT' ? ', who asked for it' : ''}`,
  'booking.create': (client, { count }) =>
    count === '1' ? `booked a session for ${client}` : `booked ${String(count)} sessions for ${client}`,
  'booking.reschedule': (client) => `rescheduled a booking of ${client}`,
  'series.change': (client, { kind, moved, cancelled }) =>
    kind === 'CANCEL'
      ? `cancelled ${String(cancelled)} sessions of a series of ${client}`
      : `rescheduled ${String(moved)} sessions of a series of ${client}`,
  'booking.attendance': (client, { to }) =>
    ATTENDANCES[String(to)]?.(client) ?? `changed the attendance of ${client}`,
  'booking.reveal-amount': (client) => `looked at the amount that ${client} chose`,
  'client.reveal-statement': (client, { period }) =>
    `looked at the amounts that ${client} chose, for a statement${String(period).length > 7 ? '' : ` of ${String(period)}`}`,
  'client.approve-house-calls': (client) => `approved house calls of ${client}`,
  'client.decline-house-calls': (client) => `answered “Not now” to ${client}, who asked for house calls`,
  'client.create': (client) => `added ${client} as a client`,
  'client.change': (client) => `changed the contact data of ${client}`,
  'client.mark-known': (client) => `let ${client} book as a known client`,
  'client.unmark-known': (client) => `no longer lets ${client} book as a known client`,
  'client.erase': () => 'deleted the record of a former client',
  'client.merge': (client) => `merged another record into that of ${client}`,
  'client.invite': (client) => `invited ${client} to set up an account`,
  'session-note.sign': (client) => `signed the session note of ${client}`,
  'session-note.add': (client) => `added to the session note of ${client}`,
  'data.export': () => 'saved everything as files',
  'money.export': (_, { kind, from, to }) =>
    `saved ${String(kind)} from ${String(from)} to ${String(to)} as a file`,
  'notes.search': (client, { all }) => `searched the notes of ${all ? 'all clients' : client}`,
  'recommendations.publish': (client, { update, suggested }) =>
    `${update ? 'published changes of a recommendation' : 'published a recommendation'} for ${client}${suggested ? ', with a suggested session' : ''}`,
  'recommendations.withdraw': (client) => `withdrew a recommendation for ${client}`,
  'booking.message': (client) => `sent a message to ${client}`,
  'booking.room': (client) => `changed the online room of a visit of ${client}`,
  'booking.remind-of-forms': (client) => `reminded ${client} of forms`,
  'booking.end-hold': (client) => `ended the payment page of ${client}`,
  'booking.change-price': (client) => `changed the price of a visit of ${client}`,
  'booking.record-payment': (client) => `recorded a payment by ${client}`,
  'booking.correct-payment': (client) => `corrected a payment by ${client}`,
  'booking.payment-link': (client) => `sent a payment link to ${client}`,
  'booking.refund': (client) => `refunded ${client}, whose booking stays`,
  'client.revoke-house-calls': (client) => `revoked house calls of ${client}`,
  'service.create': (_, { name }) => `put ${String(name)} on the price list`,
  'service.change': (_, { name }) => `changed the service ${String(name)}`,
  'service.retire': (_, { name }) => `retired the service ${String(name)}`,
  'service.restore': (_, { name }) => `offered ${String(name)} again`,
  'service.order': () => 'changed the order of the price list',
  'day.cancel': (_, { text }) => `cancelled a day: ${String(text)}`,
  'class.change': (_, { text }) => `changed a class: ${String(text)}`,
  'class.message': (_, { text, sent }) =>
    `sent a message to ${sent === '1' ? '1 person' : `${String(sent)} people`} in ${String(text)}`,
  'week.change': (_, { text }) => `changed the week: ${String(text)}`,
  'event.create': (_, { title }) => `put the event “${String(title)}” on the calendar`,
  'event.change': (_, { title }) => `changed the event “${String(title)}”`,
  'event.remove': (_, { title }) => `took the event “${String(title)}” from the calendar`,
  'post.create': () => 'began a post',
  'post.publish': (_, { title }) => `published the post “${String(title)}”`,
  'post.schedule': (_, { title }) => `planned the post “${String(title)}”`,
  'post.unpublish': (_, { title }) => `made the post “${String(title)}” a draft again`,
  'post.remove': (_, { title }) => `deleted the post “${String(title)}”`,
  'form.publish': (_, { name }) => `published the form ${String(name)}`,
  'form.ask': (_, { name }) => `changed who is asked for the form ${String(name)}`,
  'form.fill-in': (client) => `filled in a form together with ${client}`,
  'form.on-paper': (client) => `recorded a form that ${client} has signed on paper`,
  'form.retire': (_, { name }) => `retired the form ${String(name)}`,
  'form.restore': (_, { name }) => `restored the form ${String(name)}`,
  'setting.policies': () => 'changed the policies of cancelling and rescheduling',
  'setting.reminders': () => 'turned reminders on or off',
  'setting.notices': () => 'changed the notices of new bookings',
  'setting.online': () => 'changed the online room',
  'setting.statements': () => 'changed what statements say about the practice',
  'setting.limits': () => 'changed the limits of days and weeks',
  'setting.mail-line': () => 'changed the own line of a mail',
  'setting.test-mail': () => 'sent a test mail',
  'calendar.add': (_, { host }) => `closed the busy times of a calendar at ${String(host)}`,
  'calendar.stop': (_, { host }) => `stopped using a calendar at ${String(host)}`,
  'payment.keep': () => 'kept a payment that has no booking here',
  'attention.dismiss': (_, { snoozed }) =>
    `${snoozed ? 'snoozed' : 'dismissed'} an item that needed attention`,
  'news.see': () => 'has seen what is new',
  'staff.sign-in': () => 'signed in',
  'staff.add': () => 'added an owner',
  'staff.invite': () => 'made a set-up link for a member',
  'staff.reset-factors': () => 'reset the factors of a member',
  'staff.suspend': () => 'suspended a member',
  'staff.restore': () => 'restored a member',
  'staff.set-up': () => 'set up the password and the authenticator app',
  'staff.change-password': () => 'changed the password',
  'staff.replace-totp': () => 'replaced the authenticator app',
  'staff.add-passkey': () => 'added a passkey',
  'staff.remove-passkey': () => 'removed a passkey',
  'staff.new-recovery-codes': () => 'made new recovery codes',
  'staff.end-session': () => 'signed a browser out',
  'staff.end-other-sessions': () => 'signed all other browsers out',
  'staff.unlock': () => 'unlocked health notes',
  'staff.lock': () => 'locked health notes',
};

function actionOf({ action, details }: LogEntry, client: string): string {
  return ACTIONS[action]?.(client, details) ?? action;
}
