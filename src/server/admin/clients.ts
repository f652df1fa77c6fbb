import { formatShortDateAtTime } from '#domain/date-formats.ts';
import { isEmptyNote } from '#domain/notes.ts';
import { audit } from '../runtime/audit.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { publishedField } from '../bookings/sealed-fields.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from './command.ts';
import { documentFromText } from './document-from-text.ts';
import { readInputFile } from './read-input-file.ts';
import {
  lockBookingForNote,
  selectBookingsOfAddress,
  setHouseCallApproval,
  writeRecommendations,
} from './store.ts';
import { inTransaction } from '../db/transactions.ts';

async function approve(deps: AdminDeps, args: string[], approved: boolean): Promise<Outcome> {
  const [email, ...more] = args;
  if (!email || more.length > 0) return usageError('Name one client by email address.');
  const clients = await setHouseCallApproval(deps.db, email, approved, deps.now);
  if (clients.length === 0) return usageError(`No client has the address ${email}.`);
  return done(
    ...clients.map(({ first_name, last_name }) => {
      const name = `${first_name} ${last_name}`.trim() || email;
      return `${name} ${approved ? 'may now book house calls' : 'can no longer book house calls'}.`;
    }),
  );
}

export const approveHouseCalls: Command = {
  name: 'approve-house-calls',
  usage: 'EMAIL',
  summary: 'let a client book house calls',
  run: (deps, args) => approve(deps, args, true),
};

export const revokeHouseCalls: Command = {
  name: 'revoke-house-calls',
  usage: 'EMAIL',
  summary: 'revoke that approval; existing bookings stay',
  run: (deps, args) => approve(deps, args, false),
};

export const listBookings: Command = {
  name: 'bookings',
  usage: 'EMAIL',
  summary: "a client's bookings with their ids",
  async run({ db, zone }, [email]) {
    if (!email) return usageError('Name one client by email address.');
    const bookings = await selectBookingsOfAddress(db, email);
    if (bookings.length === 0) return usageError(`${email} has no bookings.`);
    return done(
      ...bookings.map(
        ({ id, service_name, status, start_time }) =>
          `${id}  ${formatShortDateAtTime(start_time, zone)}  ${service_name} (${status})`,
      ),
    );
  },
};

export const publishNote: Command = {
  name: 'publish-note',
  usage: 'BOOKING FILE',
  summary:
    'publish a file (Markdown, plain text or a Delta) as practitioner notes of a session; replaces earlier ones',
  async run(deps, [booking_id, path]) {
    const { db, keyring, now, zone } = deps;
    if (!booking_id || !path) return usageError('Name the booking (see: bookings EMAIL) and the file.');
    if (!isUuid(booking_id))
      return usageError(`${booking_id} is not the id of a booking. See: bookings EMAIL`);
    const file = await readInputFile(deps, path);
    if (!file.ok) return usageError(file.message);
    const document = documentFromText(file.text);
    if (isEmptyNote(document)) return usageError(`The file ${path} has no text.`);

    return inTransaction(db, async (trx) => {
      const booking = await lockBookingForNote(trx, booking_id);
      if (!booking?.user_id) return usageError(`No client has the booking ${booking_id}.`);
      const { user_id } = booking;
      const key = await keyring.keyOf(trx, user_id, now);
      const sealed = sealDocument(key, publishedField(booking.id), document);
      await writeRecommendations(trx, booking.id, sealed, now);
      await audit(
        trx,
        { actor: 'practice', user_id, action: 'recommendations.publish', object_id: booking.id },
        now,
      );
      const when = formatShortDateAtTime(booking.start_time, zone);
      return done(`Published for ${booking.service_name}, ${when}.`);
    });
  },
};
