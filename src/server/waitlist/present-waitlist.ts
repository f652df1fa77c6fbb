import { practice } from '#content/public/practice.ts';
import type { WaitlistEntry, WaitlistOffer } from '#contract/waitlist.schemas.ts';
import { wishText } from '#domain/slots/waitlist.ts';
import { formatShortDayTime } from '#domain/time/date-formats.ts';
import { rangeOf } from '../bookings/price-range.ts';
import type { OfferedService } from '../seats/practice-facts.ts';
import { placeName } from '../seats/session-line.ts';
import type { EntryRow, OfferRow } from './store.ts';

/** What someone waits for: 'Thu, Dec 10, 7:30 AM', or 'Thursdays after 12:00 PM, until 20 Dec'. */
export const waitedFor = (entry: EntryRow): string =>
  entry.class_start ? formatShortDayTime(entry.class_start, practice.zone) : wishText(entry);

type Services = ReadonlyMap<string, OfferedService>;

/** Presents a place in line. A service that is no longer offered has no place of its own. */
export function presentEntry(entry: EntryRow, services: Services): WaitlistEntry {
  const { id, service_id, service_name, place, booking_id, state, position } = entry;
  const { from_date, to_date, weekdays, from_time, to_time } = entry;
  const class_start = entry.class_start?.toISOString() ?? null;
  const times = class_start === null ? { from_date, to_date, weekdays, from_time, to_time } : null;
  const service = services.get(service_id);
  return {
    id,
    service_id,
    service_name,
    place,
    location_name: service ? placeName(service, place) : '',
    text: waitedFor(entry),
    booking_id,
    state,
    position,
    class_start,
    wish: { service_id, place, class_start, times },
  };
}

/** Presents an offer to its client. */
export function presentOffer(offer: OfferRow): WaitlistOffer {
  const { id, booking_id, service_name, start_time, end_time, location_name, ends_at } = offer;
  return {
    id,
    booking_id,
    service_name,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
    location_name,
    ends_at: ends_at.toISOString(),
    is_being_paid: offer.is_being_paid,
    price_cents: offer.price_cents,
    price_range: rangeOf(offer),
  };
}
