import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { orderForTile } from '#domain/visits/forms.ts';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { useForms } from '#web/forms/queries.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';

/**
 * The content of the overview's Forms tile: forms of a booking first, by its start, with the service's name and the time,
 * then the others by name (product.md §2.12.6). It has no links, because the tile is a link.
 */
export function FormsTile() {
  const { data, error, refetch, isFetching } = useForms();
  if (data) {
    const forms = orderForTile(data.required_forms);
    if (forms.length === 0)
      return (
        <EmptyState tall>
          <p className="text-ink">{emptyTexts.forms_tile.title}</p>
          <p>{emptyTexts.forms_tile.line}</p>
        </EmptyState>
      );
    return (
      <ul className="grid content-start gap-2">
        {forms.map(({ form, booking_id, service_name, booking_start }) => (
          <li
            key={`${form.id} ${booking_id}`}
            className="rounded-control border border-line px-3.5 py-3 wrap-anywhere"
          >
            <b className="block">{form.name}</b>
            {booking_id ? (
              <span className="grid text-sm text-muted">
                {service_name && <span>{service_name}</span>}
                {booking_start && <span>{formatShortDateAtTime(booking_start, practice.zone)}</span>}
              </span>
            ) : (
              <span className="text-sm text-muted">Once, for all visits</span>
            )}
          </li>
        ))}
      </ul>
    );
  }
  if (error)
    return (
      <FailedState
        tall
        message={MESSAGES.forms.load_failed(errorMessage(error))}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return <Spinner />;
}
