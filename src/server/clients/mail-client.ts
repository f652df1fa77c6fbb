import type { staffInviteClient, staffRemindOfForms, staffSendMessage } from '#contract/clients.schemas.ts';
import { type Acting, type Action, type ActionOf, BOOKING, CLIENT } from '../actions/staff-action.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type MailBody, queueMail } from '../mail/outbox.ts';
import { refuseMails } from '../mail/store.ts';
import {
  clientInvitationMail,
  formReminderMail,
  staffMessageMail,
} from '../mail/templates/client-messages.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import {
  deleteUnusedClientInvites,
  insertClientInvite,
  lockClient,
  type LockedClient,
  selectBookingClient,
  selectEmail,
  selectLoginOf,
} from './store.ts';

type MailDeps = Pick<Deps, 'db' | 'config'>;

const DAY_MS = 86_400_000;
// rules.md §9
const LINK_MS = 14 * DAY_MS;

type Written = { kind: string; mail: MailBody };

/** An action that mails a client and is recorded without the text. */
const mailAction = <Body>(
  db: Db,
  action: 'client.invite' | 'booking.message' | 'booking.remind-of-forms',
  write: (
    trx: Trx,
    client: LockedClient,
    acting: Acting<{ id: string }, Body>,
  ) => Promise<Written | Refusal> | Written,
): ActionOf<{ id: string }, Body, { sent_to: string }> => {
  const object = action === 'client.invite' ? CLIENT : BOOKING;
  const clientOf = async (of: Db, id: string): Promise<string | Refusal> => {
    if (object === CLIENT) return id;
    const booking = await selectBookingClient(of, id);
    return booking ? (booking.user_id ?? refuse('CLIENT_NOT_FOUND')) : refuse('BOOKING_NOT_FOUND');
  };
  return {
    action,
    object,
    work: async (trx, acting) => {
      const { action_id, params, now } = acting;
      const user_id = await clientOf(trx, params.id);
      if (user_id instanceof Refusal) return user_id;
      const client = await lockClient(trx, user_id);
      if (!client) return refuse('CLIENT_NOT_FOUND');
      const refused = (await refuseMails(trx, [client.id], now)).get(client.id);
      if (refused) return refused;
      const written = await write(trx, client, acting);
      if (written instanceof Refusal) return written;
      const { kind, mail } = written;
      const dedupe_key = `${kind}:${action_id}`;
      await queueMail(trx, { ...mail, dedupe_key, kind, user_id, to: client.email }, now);
      return { user_id, details: { notified: true } };
    },
    answer: async ({ params }) => {
      const user_id = await clientOf(db, params.id);
      const sent_to = user_id instanceof Refusal ? null : await selectEmail(db, user_id);
      return sent_to === null ? refuse('CLIENT_NOT_FOUND') : { sent_to };
    },
  };
};

/** Mails a link by which the client takes over the record that the practice keeps. Earlier links end. */
export const inviteClient = ({ db, config: { site_url } }: MailDeps): Action<typeof staffInviteClient> =>
  mailAction(db, 'client.invite', async (trx, client, { now }) => {
    if (client.has_login) return refuse('RECORD_EXISTS', { message: 'This client has a login already.' });
    const token = await makeInvite(trx, client, now);
    if (token instanceof Refusal) return token;
    const mail = clientInvitationMail({ first_name: client.first_name, token, site_url });
    return { kind: 'client-invitation', mail };
  });

/** Makes the link of a record without a login, and ends earlier ones. Returns its token, which is not stored. */
export async function makeInvite(
  trx: Trx,
  { id, email }: LockedClient,
  now: Date,
): Promise<string | Refusal> {
  if (await selectLoginOf(trx, email))
    return refuse('RECORD_EXISTS', {
      message:
        'Another client signs in with this e-mail address, and a login has one record. Merge the two records, or enter another address.',
    });
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
export const sendMessage = ({ db, config }: MailDeps): Action<typeof staffSendMessage> =>
  mailAction(db, 'booking.message', (_trx, client, { body, params }) => {
    const { visit_url } = withVisitUrl(config, client)(params);
    const mail = staffMessageMail({ ...body, visit_url, site_url: config.site_url });
    return { kind: 'staff-message', mail };
  });

/** Mails the client which forms of this visit are missing, and where to fill them in. */
export const remindOfForms = ({ db, config }: MailDeps): Action<typeof staffRemindOfForms> =>
  mailAction(db, 'booking.remind-of-forms', async (trx, client, { params, now }) => {
    const required = await selectRequiredForms(trx, client.id, now);
    const open = required.filter((form) => form.booking_id === null || form.booking_id === params.id);
    const forms = [...new Set(open.map(({ name }) => name))];
    if (forms.length === 0) return refuse('FORM_ANSWERED', { message: 'No form is missing for this visit.' });
    const { visit_url } = withVisitUrl(config, client)(params);
    const { site_url } = config;
    const mail = formReminderMail({ first_name: client.first_name, forms, visit_url, site_url });
    return { kind: 'form-reminder', mail };
  });
