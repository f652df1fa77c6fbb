import { formatShortDateAtTime } from '#domain/date-formats.ts';
import { isEmptyNote } from '#domain/notes.ts';
import { audit } from '../runtime/audit.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { publishedField } from '../bookings/sealed-fields.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type Command, done, usageError } from './command.ts';
import { documentFromText } from './document-from-text.ts';
import { readInputFile } from './read-input-file.ts';
import { lockBookingForNote, writeRecommendations } from './store.ts';
import { inTransaction } from '../db/transactions.ts';

export const publishNote: Command = {
  name: 'publish-note',
  usage: 'BOOKING FILE',
  summary:
    'publish a file (Markdown, plain text or a Delta) as practitioner notes of a session; replaces earlier ones',
  async run(deps, [booking_id, path]) {
    const { db, keyring, now, zone } = deps;
    if (!booking_id || !path)
      return usageError(
        'Name the booking by its id, and the file. The id is in the address of the booking in the staff area.',
      );
    if (!isUuid(booking_id))
      return usageError(
        `${booking_id} is not the id of a booking. Copy it from the address of the booking in the staff area.`,
      );
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
