import { TriangleAlert } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Placement, Warning } from '#contract/placement.schemas.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/choices.css';
import '#web/ui/times.css';
import './placement.css';

const { zone } = practice;

type NotesProps = {
  placement: Pick<Placement, 'start' | 'verdict' | 'warnings' | 'by' | 'nearest'>;
  /** 'Just taken', when it was free a moment ago. */
  takenLabel?: string;
  /** With it each warning has a box to tick. */
  ticks?: { accepted: readonly string[]; onChange: (accepted: string[]) => void };
  onNearest: (start: string) => void;
};

/** What speaks against a time: the warnings, or that it is taken and which times are near. */
export function PlacementNotes({ takenLabel = 'Taken', ticks, onNearest, ...props }: NotesProps) {
  const { start, verdict, warnings, nearest, by } = props.placement;
  if (verdict === 'TAKEN')
    return (
      <div
        className="grid gap-3 px-4 pt-3.5 pb-4 border border-clay rounded-inner bg-surface text-grid"
        role="alert"
      >
        <p className="flex gap-2.5">
          <Icon of={TriangleAlert} className="size-4.5 mt-0.5 text-clay-ink" />
          <span>
            <b>{takenLabel}</b>
            {by ? `: ${by}. ` : '. '}Two sessions never overlap.
          </span>
        </p>
        {nearest.length > 0 && (
          <div>
            <p className="time-label text-grid font-strong">
              The nearest times <small>as clients see them</small>
            </p>
            <div className="times max-tablet:grid-cols-[repeat(3,1fr)]">
              {nearest.map((each) => (
                <button key={each} type="button" onClick={() => onNearest(each)}>
                  {formatClock(each, zone)}
                  {localDateOf(each, zone) !== localDateOf(start, zone) && (
                    <small>{formatDayOf(each, zone)}</small>
                  )}
                </button>
              ))}
            </div>
          </div>
        )}
      </div>
    );
  if (warnings.length === 0) return null;
  return (
    <ul className="grid gap-2 text-grid leading-list" aria-label="What to know about this time">
      {warnings.map((warning) => (
        <li className="flex gap-2.5" key={warning.code}>
          {ticks ? (
            <Tick warning={warning} {...ticks} />
          ) : (
            <>
              <Icon of={TriangleAlert} className="size-4.5 mt-0.5 text-wait-ink" />
              <span>{warning.text}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Tick({
  warning,
  accepted,
  onChange,
}: {
  warning: Warning;
  accepted: readonly string[];
  onChange: (accepted: string[]) => void;
}) {
  return (
    <label className="choice items-start min-h-0 py-1.5">
      <input
        type="checkbox"
        checked={accepted.includes(warning.code)}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked
              ? [...accepted, warning.code]
              : accepted.filter((code) => code !== warning.code),
          )
        }
      />
      <span>{warning.text}</span>
    </label>
  );
}
