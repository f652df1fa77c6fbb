import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { visits } from '#content/public/visits.ts';

type Kind = keyof typeof visits.before_you_come.by_type;

/** What to prepare for these bookings, each thing once. */
export function preparations(
  bookings: readonly Pick<BookingFacts, 'service_type' | 'service_location_type'>[],
): string[] {
  const { everywhere, by_type, at_studio, at_home } = visits.before_you_come;
  const isAt = (place: BookingFacts['service_location_type']) =>
    bookings.some((booking) => booking.service_location_type === place);
  const lines: string[] = [
    ...everywhere,
    ...bookings.flatMap(({ service_type }): readonly string[] => by_type[service_type as Kind] ?? []),
    ...(isAt('FIXED_LOCATION') ? at_studio : []),
    ...(isAt('HOUSE_CALL') ? at_home : []),
  ];
  // A line that another says with more words is said by that one.
  const said = [...new Set(lines)];
  return said.filter((line) => !said.some((other) => other !== line && other.startsWith(line)));
}

export function BeforeYouCome({ bookings }: { bookings: readonly BookingFacts[] }) {
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg">{visits.before_you_come.heading}</h2>
      <ul className="leaf-list">
        {preparations(bookings).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
