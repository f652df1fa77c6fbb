import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { formatShortDate } from '#domain/date-formats.ts';
import type { JourneyItem } from '#domain/journey.ts';
import { isEmptyNote } from '#domain/notes.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { FeatherIcon } from '#web/ui/icons/feather.tsx';
import { NotebookPenIcon } from '#web/ui/icons/notebook-pen.tsx';

/** One entry of the journey; opens its details (product.md §2.13.6). */
export function JourneyCard({ item, onOpen }: { item: JourneyItem<Booking>; onOpen: () => void }) {
  const hasTheirs = !item.isUserCreation && !isEmptyNote(item.published_recommendations);
  const hasOwn = !item.isUserCreation && !isEmptyNote(item.client_notes);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`card card-hover journey-card ${tintClassOf(item.service_type)}`}
      onClick={onOpen}
    >
      <span className="journey-icon">
        <TypeIcon type={item.service_type} />
      </span>
      <span className="journey-name">{item.service_name}</span>
      <span className="journey-date">{formatShortDate(item.date, practice.zone)}</span>
      <span className="journey-marks">
        {hasTheirs && (
          <span title="Practitioner notes available">
            <FeatherIcon />
            <span className="sr-only">Practitioner notes available</span>
          </span>
        )}
        {hasOwn && (
          <span title="Your notes">
            <NotebookPenIcon />
            <span className="sr-only">Your notes</span>
          </span>
        )}
      </span>
    </button>
  );
}
