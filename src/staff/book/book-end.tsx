import { practice } from '#content/public/practice.ts';
import { bookLabel, missingText, summaryText } from '#staff/book/book-texts.ts';
import { failureText } from '#staff/book/booking-request.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import type { useBooking } from '#staff/book/use-booking.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type EndProps = {
  booking: ReturnType<typeof useBooking>;
  /** The draft as it may be shown now. */
  shown: BookingDraft;
};

/** What would be booked, the button that does it, and why it did not work. */
export function BookEnd({ booking, shown }: EndProps) {
  const { draft, service, ticked, warnings, book, onBook } = booking;
  const isOnline = useOnline();
  const missing = missingText({ draft, service, ticked, warnings });
  return (
    <div className="book-end">
      {book.error && (
        <Banner tone="error" inSight>
          {failureText(book.error, shown)}
        </Banner>
      )}
      <OfflineNotice />
      <p>{summaryText(shown, service, ticked.length)}</p>
      <Button size="lg" busy={book.isPending} disabled={missing !== null || !isOnline} onClick={onBook}>
        {missing ??
          bookLabel(
            ticked.map(({ start }) => start),
            practice.zone,
          )}
      </Button>
    </div>
  );
}
