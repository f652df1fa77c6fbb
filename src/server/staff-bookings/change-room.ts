import type { staffChangeRoom } from '#contract/staff-bookings.schemas.ts';
import { roomProblem } from '#domain/visits/online-room.ts';
import type { Action } from '../actions/staff-action.ts';
import { writeRoom } from '../bookings/join-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { bookingAction } from './booking-action.ts';

/** Gives an online booking a room of its own, or that of the practice again (rules.md §9). The record has no address. */
export const changeRoom = ({ db }: Pick<Deps, 'db'>): Action<typeof staffChangeRoom> =>
  bookingAction(db, {
    action: 'booking.room',
    work: async (trx, { params: { id }, body, now }) => {
      const { room_url, base_updated_at } = body;
      const problem = roomProblem(room_url);
      if (problem) return refuse('INVALID_INPUT', { details: { room_url: problem } });
      const written = await writeRoom(trx, { id, room_url, base: new Date(base_updated_at) }, now);
      return written ?? refuse('BOOKING_CHANGED');
    },
  });
