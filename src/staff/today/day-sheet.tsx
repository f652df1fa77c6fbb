import { practice } from '#content/public/practice.ts';
import type { Today } from '#contract/agenda.schemas.ts';
import { formatClock, formatClockRange, formatFullDay } from '#domain/time/date-formats.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { zoneName } from '#domain/time/zone.ts';
import { markOf } from '#staff/bookings/marks.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { clientName, placeText } from '#staff/parts/session-texts.ts';
import { bookedClasses, bookedSpan, countedSessions } from '#staff/today/day-rows.ts';
import { dayCounts } from '#staff/today/day-texts.ts';

const { zone } = practice;

/** The day on paper (A5): times, names, phones, addresses and what is left to pay. Only printing shows it. */
export function DaySheet({ day }: { day: Today }) {
  const show = useShown();
  const span = bookedSpan(day);
  const rows = [
    ...countedSessions(day.sessions).map((session) => ({
      key: session.id,
      start: session.start_time,
      end: session.end_time,
      name: clientName(session),
      phone: formatPhone(session.client && show(session.client.phone)),
      lines: [
        session.service_name,
        placeText(session, show),
        ...session.chips.filter(({ kind }) => kind === 'BALANCE').map((chip) => markOf(chip).text),
      ],
    })),
    ...bookedClasses(day.classes).map((row) => ({
      key: `${row.service_id} ${row.start_time}`,
      start: row.start_time,
      end: row.end_time,
      name: row.service_name,
      phone: '',
      lines: [`Class, ${row.taken} of ${row.capacity}`, placeText({ ...row, address: null }, show)],
    })),
  ].sort((one, other) => one.start.localeCompare(other.start));
  return (
    <section className="day-sheet hidden print:block" aria-hidden="true">
      <h2>{formatFullDay(day.date)}</h2>
      <p>
        {[dayCounts(day), span && `${formatClock(span.start, zone)} to ${formatClock(span.end, zone)}`]
          .filter(Boolean)
          .join(' · ')}
        {span && ` · Times in ${zoneName(span.start, zone)}`}
      </p>
      <table>
        <tbody>
          {rows.map(({ key, start, end, name, phone, lines }) => (
            <tr key={key}>
              <th scope="row">{formatClockRange(start, end, zone)}</th>
              <td>
                <b>{name}</b>
                {phone && <span className="day-sheet-phone">{phone}</span>}
                {lines.map((line) => (
                  <span key={line} className="print:block">
                    {line}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>Nobody is booked.</p>}
    </section>
  );
}
