import { type Actor, runAction } from '../agenda/run-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type MailBody, queueMail } from '../mail/outbox.ts';
import { clientInvitationMail } from '../mail/templates/client-invitation.ts';
import { formReminderMail } from '../mail/templates/form-reminder.ts';
import { staffMessageMail } from '../mail/templates/staff-message.ts';
import { isUuid } from '../runtime/uuid.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import {
  countActions,
  deleteUnusedClientInvites,
  insertClientInvite,
  lockClient,
  type LockedClient,
  selectBookingClient,
  selectEmail,
} from './store.ts';

type MailDeps = Pick<Deps, 'db' | 'config'>;
type Sent = { sent_to: string };

const DAY_MS = 86_400_000;
// rules.md §9
const LINK_MS = 14 * DAY_MS;
const MOST_A_DAY = 20;
const MAILING_ACTIONS = ['client.invite', 'booking.message', 'booking.remind-of-forms'] as const;

type Asked = {
  actor: Actor;
  action_id: string;
  action: (typeof MAILING_ACTIONS)[number];
  /** Of the booking or client. */
  object_id: string;
  user_id: string;
  /** Identifies the request, with a message's text; it is stored only as a hash. */
  input: unknown;
};

/**
 * Mails a client and records it without the text. A client gets at most 20 such mails a day: the record is locked while
 * they are counted.
 */
async function mailClient(
  { db, config }: MailDeps,
  { actor, action_id, action, object_id, user_id, input }: Asked,
  write: (trx: Db, client: LockedClient) => Promise<{ kind: string; mail: MailBody } | Refusal>,
  now: Date,
): Promise<Sent | Refusal> {
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action, input: { object_id, input }, ...actor },
    async (trx) => {
      const client = await lockClient(trx, user_id);
      if (!client) return refuse('CLIENT_NOT_FOUND');
      const refused = (await refuseMails(trx, [client], now)).get(client.id);
      if (refused) return refused;
      const written = await write(trx, client);
      if (written instanceof Refusal) return written;
      const { kind, mail } = written;
      const dedupe_key = `${kind}:${action_id}`;
      await queueMail(trx, { ...mail, dedupe_key, kind, user_id, to: client.email }, now);
      const object_kind = action === 'client.invite' ? 'CLIENT' : 'BOOKING';
      return { object_kind, object_id, user_id, details: { notified: true } };
    },
    now,
  );
  if (refusal) return refusal;
  const sent_to = await selectEmail(db, user_id);
  return sent_to === null ? refuse('CLIENT_NOT_FOUND') : { sent_to };
}

/** Why clients, whose records are locked, get no mail now, by their ids. Those who get it are left out. */
export async function refuseMails(
  trx: Db,
  clients: readonly LockedClient[],
  now: Date,
): Promise<ReadonlyMap<string, Refusal>> {
  const since = new Date(now.getTime() - DAY_MS);
  const ids = clients.map(({ id }) => id);
  const counts = await countActions(trx, ids, MAILING_ACTIONS, since);
  const message = `This client got ${MOST_A_DAY} e-mails from you today. Please wait until tomorrow.`;
  const refused = new Map<string, Refusal>();
  for (const { id, email } of clients) {
    if (email === '') refused.set(id, refuse('NO_EMAIL'));
    else if ((counts.get(id) ?? 0) >= MOST_A_DAY)
      refused.set(id, refuse('LimitExceededException', { message }));
  }
  return refused;
}

type Ask = { actor: Actor; action_id: string };

/** Mails a link by which the client takes over the record that the practice keeps. Earlier links end. */
export async function inviteClient(
  deps: MailDeps,
  { actor, action_id, id }: Ask & { id: string },
  now: Date,
): Promise<Sent | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const { site_url } = deps.config;
  const asked = {
    actor,
    action_id,
    action: 'client.invite',
    object_id: id,
    user_id: id,
    input: null,
  } as const;
  const write = async (trx: Db, client: LockedClient) => {
    if (client.has_login) return refuse('RECORD_EXISTS', { message: 'This client has a login already.' });
    const token = await makeInvite(trx, client, now);
    const mail = clientInvitationMail({ first_name: client.first_name, token, site_url });
    return { kind: 'client-invitation', mail };
  };
  return await mailClient(deps, asked, write, now);
}

/** Makes the link of a record without a login, and ends earlier ones. Returns its token, which is not stored. */
async function makeInvite(trx: Db, { id, email }: LockedClient, now: Date): Promise<string> {
  const token = newToken();
  await deleteUnusedClientInvites(trx, id);
  await insertClientInvite(trx, {
    token_hash: hashToken(token),
    user_id: id,
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + LINK_MS),
  });
  return token;
}

/** Mails what staff write to the client of a booking. */
export async function sendMessage(
  deps: MailDeps,
  { booking_id, subject, text, ...ask }: Ask & { booking_id: string; subject: string; text: string },
  now: Date,
): Promise<Sent | Refusal> {
  const user_id = await clientOf(deps.db, booking_id);
  if (user_id instanceof Refusal) return user_id;
  const action = 'booking.message';
  const asked = { ...ask, action, object_id: booking_id, user_id, input: { subject, text } } as const;
  const mail = staffMessageMail({ subject, text, site_url: deps.config.site_url });
  return await mailClient(deps, asked, () => Promise.resolve({ kind: 'staff-message', mail }), now);
}

/**
 * Mails the client which forms of this visit are missing. Who has no login is invited with the same mail, because forms
 * are filled in behind it.
 */
export async function remindOfForms(
  deps: MailDeps,
  { booking_id, ...ask }: Ask & { booking_id: string },
  now: Date,
): Promise<Sent | Refusal> {
  const user_id = await clientOf(deps.db, booking_id);
  if (user_id instanceof Refusal) return user_id;
  const action = 'booking.remind-of-forms';
  const asked = { ...ask, action, object_id: booking_id, user_id, input: null } as const;
  const write = async (trx: Db, client: LockedClient) => {
    const required = await selectRequiredForms(trx, user_id, now);
    const open = required.filter((form) => form.booking_id === null || form.booking_id === booking_id);
    const forms = [...new Set(open.map(({ name }) => name))];
    if (forms.length === 0) return refuse('FORM_ANSWERED', { message: 'No form is missing for this visit.' });
    const token = client.has_login ? null : await makeInvite(trx, client, now);
    const { first_name } = client;
    const mail = formReminderMail({ first_name, forms, token, site_url: deps.config.site_url });
    return { kind: 'form-reminder', mail };
  };
  return await mailClient(deps, asked, write, now);
}

async function clientOf(db: Db, booking_id: string): Promise<string | Refusal> {
  const booking = isUuid(booking_id) ? await selectBookingClient(db, booking_id) : undefined;
  if (!booking) return refuse('BOOKING_NOT_FOUND');
  return booking.user_id ?? refuse('CLIENT_NOT_FOUND');
}
