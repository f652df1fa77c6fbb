/** How long before its start an online session can be joined. */
export const JOIN_MINUTES = 15;

/** ELSEWHERE: it was moved to a place where people meet. */
type JoinState = 'EARLY' | 'OPEN' | 'OVER' | 'CANCELLED' | 'ELSEWHERE';

type Joinable = { status: string; location_type: string; start_time: Date; end_time: Date };

/** Returns the moment from which a session can be joined. */
export const joinOpensAt = (start_time: string | Date): Date =>
  new Date(new Date(start_time).getTime() - JOIN_MINUTES * 60_000);

/** Says whether an online session can be joined now. */
export function joinStateOf({ status, location_type, start_time, end_time }: Joinable, now: Date): JoinState {
  if (status === 'CANCELLED') return 'CANCELLED';
  if (location_type !== 'VIRTUAL') return 'ELSEWHERE';
  if (now >= end_time) return 'OVER';
  return now < joinOpensAt(start_time) ? 'EARLY' : 'OPEN';
}
