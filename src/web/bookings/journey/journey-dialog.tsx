import type { ReactNode } from 'react';
import { Feather } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { formatClock, formatLongMonthDate, formatMonthDay } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import type { JourneyItem } from '#domain/visits/journey.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Icon } from '#web/ui/icon.tsx';

type JourneyDialogProps = {
  item: JourneyItem<Booking>;
  onClose: () => void;
  /** What the practitioner suggests, below what they have written. */
  nextStep?: ReactNode;
  /** The client's notes, below those of the practitioner. */
  children?: ReactNode;
  footer?: ReactNode;
  dirty?: boolean;
  locked?: boolean;
};

/** The details of an entry: its date and notes (product.md §2.13.7). */
export function JourneyDialog({
  item,
  onClose,
  nextStep,
  children,
  footer,
  dirty,
  locked,
}: JourneyDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={dirty}
      locked={locked}
      footer={footer}
      className={tintClassOf(item.service_type)}
      icon={
        <span className="type-dot size-14">
          <TypeIcon type={item.service_type} />
        </span>
      }
      title={item.service_name}
      subtitle={
        <>
          <span>{formatLongMonthDate(item.date, practice.zone)}</span>
          <span className="num">
            {formatClock(item.date, practice.zone)} {zoneName(item.date, practice.zone)}
          </span>
        </>
      }
    >
      {item.isUserCreation ? (
        <p>{item.detail}</p>
      ) : (
        <>
          <section className="mb-6">
            <h3 className="flex gap-2 items-center text-lg mb-3">
              <Icon of={Feather} className="text-sage" />
              Practitioner Notes
            </h3>
            {isEmptyNote(item.published_recommendations) ? (
              <p className="text-muted">
                {practice.practitioner.first_name}{' '}
                {item.recommendation_withdrawn_at === null
                  ? 'has not shared notes on this visit.'
                  : 'has withdrawn this note.'}
              </p>
            ) : (
              <>
                <div className="px-6 py-4 rounded-inner bg-sunken">
                  <RichText topHeading={4} blocks={blocksOf(item.published_recommendations, 'NOTE')} />
                </div>
                {item.republished_at !== null && (
                  <p className="mt-2 text-sm text-muted">
                    Updated {formatMonthDay(item.republished_at, practice.zone)}
                  </p>
                )}
              </>
            )}
          </section>
          {nextStep}
          {children}
        </>
      )}
    </Dialog>
  );
}
