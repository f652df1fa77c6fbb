import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { Card } from '#web/ui/card.tsx';
import { ArrowUpRightIcon } from '#web/ui/icons/arrow-up-right.tsx';

/** Where the bookings take place: the studio with its map, the client's own address, or online. */
export function WhereCard({ bookings }: { bookings: readonly BookingFacts[] }) {
  const { studio } = practice;
  const atStudio = bookings.some((booking) => booking.service_location_type === 'FIXED_LOCATION');
  const online = bookings.some((booking) => booking.service_location_type === 'VIRTUAL');
  const home = bookings.find((booking) => booking.visit_address !== null)?.visit_address;
  return (
    <Card as="section" className="grid gap-4 p-6">
      <h2 className="-mb-2 text-xl">Where</h2>
      {atStudio && (
        <div>
          <p>
            {studio.name}
            <br />
            {studio.street}
            <br />
            {studio.city}, {studio.region} {studio.postal_code}
          </p>
          <p className="text-sm text-muted">{studio.finding_it}</p>
          <a href={studio.map_url} target="_blank" rel="noreferrer" className="arrow-link">
            Open the map
            <ArrowUpRightIcon />
          </a>
        </div>
      )}
      {home && (
        <p>
          At your place
          <br />
          {home.street_number} {home.route} {home.subpremise}
          <br />
          {home.city}, {home.state} {home.zip_code}
        </p>
      )}
      {online && <p>Online. The link comes by e-mail.</p>}
    </Card>
  );
}
