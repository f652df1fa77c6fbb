import type { ReactNode } from 'react';
import { practice } from '#content/public/practice.ts';
import type { ClassRow } from '#contract/agenda.schemas.ts';
import { formatClockRange } from '#domain/time/date-formats.ts';
import type { Phase } from '#staff/today/day-rows.ts';
import { formatWait } from '#staff/today/day-texts.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';

const { zone } = practice;

type ItemProps = {
  id: string;
  /** A session or a class. */
  entry: Pick<ClassRow, 'service_type' | 'start_time' | 'end_time'>;
  phase: Phase;
  isChanged: boolean;
  isBusy?: boolean;
  isOff?: boolean;
  isEmpty?: boolean;
  children: ReactNode;
};

/** A row of the day, with its dot. */
function Item({ id, entry, phase, isChanged, isBusy, isOff, isEmpty, children }: ItemProps) {
  return (
    <li
      data-row={id}
      aria-busy={isBusy || undefined}
      className={classNames(
        'day-item',
        tintClassOf(entry.service_type),
        phase === 'PAST' && 'is-past',
        phase === 'NEXT' && 'is-next',
        isOff && 'is-off',
        isChanged && 'has-changed',
        isEmpty && 'is-empty',
      )}
    >
      <span className="type-dot relative col-1 desktop:col-2">
        <TypeIcon type={entry.service_type} />
      </span>
      {children}
    </li>
  );
}

/** A row in one line, with its acts at the end. */
export function LineItem({ acts, children, ...item }: ItemProps & { acts: ReactNode }) {
  return (
    <Item {...item}>
      <Times {...item.entry} />
      <div className="day-body relative col-2 min-w-0 desktop:col-3 desktop:pt-1.5">{children}</div>
      <div className="day-acts">{acts}</div>
    </Item>
  );
}

/** A row as a card. */
export function NextItem({ now, children, ...item }: Omit<ItemProps, 'phase'> & { now: Date | null }) {
  return (
    <Item {...item} phase="NEXT">
      <div className="hidden desktop:block desktop:col-1 desktop:pt-3">
        <Times {...item.entry} now={now} />
      </div>
      <div className="next-card">{children}</div>
    </Item>
  );
}

function Times({ start_time, end_time, now }: { start_time: string; end_time: string; now?: Date | null }) {
  const wait = now ? formatWait(start_time, now) : null;
  return (
    <p className="day-time flex flex-wrap gap-x-2.5 items-baseline desktop:flex-col">
      <time dateTime={start_time}>{formatClockRange(start_time, end_time, zone)}</time>
      {wait && <em className="text-turmeric-ink not-italic">{wait}</em>}
    </p>
  );
}

/** The times inside the card, where the page is narrow. */
export const TimesInside = ({ entry, now }: { entry: ItemProps['entry']; now: Date | null }) => (
  <div className="desktop:hidden">
    <Times {...entry} now={now} />
  </div>
);
