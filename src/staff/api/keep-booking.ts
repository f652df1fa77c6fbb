import type { QueryClient } from '@tanstack/react-query';
import type { CalendarAnswer, ClassRoster, SessionRow, Today } from '#contract/agenda.schemas.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';

/** Keys of the staff area's cached answers. Each first part is also that of everything below it. */
export const agendaKeys = {
  today: (date: string | null) => ['staff', 'today', date] as const,
  attention: ['staff', 'attention'] as const,
  calendar: (from: string, to: string) => ['staff', 'calendar', from, to] as const,
  auditLog: (filters: object) => ['staff', 'audit-log', filters] as const,
  booking: (id: string) => ['staff', 'booking', id] as const,
  cancellation: (id: string) => ['staff', 'booking', id, 'cancellation'] as const,
  roster: (service_id: string, start: string) => ['staff', 'class', service_id, start] as const,
};

const versionOf = ({ id, updated_at }: SessionRow) => `${id} ${updated_at}`;
const ownVersions = new Set<string>();

/** True if this tab made the change, so that it is no news here. */
export const isOwnChange = (row: SessionRow): boolean => ownVersions.has(versionOf(row));

/**
 * Writes a booking that a call has just returned into every cached answer that shows it, and asks for those that count
 * it. Requests on their way are cancelled, because their answers may be older.
 */
export function keepBooking(queries: QueryClient, panel: BookingPanel): void {
  const { booking } = panel;
  ownVersions.add(versionOf(booking));
  void queries.cancelQueries({ queryKey: ['staff'] });
  queries.setQueryData(agendaKeys.booking(booking.id), panel);
  queries.setQueriesData<Today>({ queryKey: ['staff', 'today'] }, (today) =>
    today ? { ...today, sessions: withBooking(today.sessions, booking) } : today,
  );
  queries.setQueriesData<CalendarAnswer>({ queryKey: ['staff', 'calendar'] }, (calendar) =>
    calendar ? { ...calendar, sessions: withBooking(calendar.sessions, booking) } : calendar,
  );
  queries.setQueriesData<ClassRoster>({ queryKey: ['staff', 'class'] }, (roster) =>
    roster ? { ...roster, seats: withBooking(roster.seats, booking) } : roster,
  );
  void queries.invalidateQueries({ queryKey: ['staff'] });
}

const withBooking = (rows: readonly SessionRow[], booking: SessionRow): SessionRow[] =>
  rows.map((row) => (row.id === booking.id ? booking : row));
