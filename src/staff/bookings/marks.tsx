import { Check, CircleAlert, Clock } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Chip } from '#contract/agenda.schemas.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { seriesText } from '#domain/slots/series.ts';
import { Icon } from '#web/ui/icon.tsx';
import './marks.css';

type Look = 'quiet' | 'missing' | 'new' | 'first' | 'waiting' | 'off';
type Mark = { look: Look; text: string; icon?: 'check' | 'alert' | 'clock' };

/** The text and look of a chip: what is fine is quiet, what needs attention is tinted. */
export function markOf({
  kind,
  until,
  cents,
  done = 0,
  of = 0,
  at = 0,
  weeks = null,
  missing = [],
}: Chip): Mark {
  const time = until ? formatClock(until, practice.zone) : '';
  switch (kind) {
    case 'PAID':
      return { look: 'quiet', icon: 'check', text: 'Paid' };
    case 'SLIDING_SCALE':
      return { look: 'quiet', icon: 'check', text: 'Paid · sliding scale' };
    case 'BALANCE':
      return {
        look: 'missing',
        icon: 'alert',
        text: cents === undefined ? 'Balance · sliding scale' : `Balance ${formatCents(cents)}`,
      };
    case 'BEING_PAID':
      return { look: 'waiting', icon: 'clock', text: time ? `Paying until ${time}` : 'Paying now' };
    case 'OFFERED':
      return { look: 'waiting', icon: 'clock', text: time ? `Offered until ${time}` : 'Offered' };
    case 'FREE':
      return { look: 'quiet', icon: 'check', text: 'Free' };
    case 'FORMS':
      return missing.length > 0
        ? { look: 'missing', icon: 'alert', text: `Forms missing: ${missing.join(', ')}` }
        : { look: 'quiet', icon: 'check', text: `Forms ${done}/${of}` };
    case 'NEW_ANSWERS':
      return { look: 'new', text: 'New answers' };
    case 'NOTE_UNSIGNED':
      return { look: 'missing', icon: 'alert', text: 'Note unsigned' };
    case 'FIRST_VISIT':
      return { look: 'first', text: 'First visit' };
    case 'NO_SHOW':
      return { look: 'off', text: 'No-show' };
    case 'CANCELLED':
      return { look: 'off', text: 'Cancelled' };
    case 'SERIES':
      return { look: 'quiet', text: seriesText({ at, of, weeks }) };
    case 'ARRIVED':
      return { look: 'new', icon: 'check', text: time ? `Arrived ${time}` : 'Arrived' };
  }
}

const shortText = ({ kind, missing = [] }: Chip): { text?: string } =>
  kind === 'FORMS' && missing.length > 0
    ? { text: missing.length === 1 ? 'Form missing' : `${missing.length} forms missing` }
    : {};

type MarksProps = {
  chips: readonly Chip[];
  /** In a long list: how many forms are missing, not which. */
  isShort?: boolean;
};

/** The chips of a session or a client, the ones that need attention first. */
export function Marks({ chips, isShort = false }: MarksProps) {
  if (chips.length === 0) return null;
  const marks = chips.map((chip) => (isShort ? { ...markOf(chip), ...shortText(chip) } : markOf(chip)));
  const ordered = [
    ...marks.filter(({ look }) => look !== 'quiet'),
    ...marks.filter(({ look }) => look === 'quiet'),
  ];
  return (
    <ul className="marks" aria-label="Status">
      {ordered.map(({ look, text, icon }) => (
        <li key={text} className={`mark mark-${look}`}>
          {icon === 'check' && <Icon of={Check} />}
          {icon === 'alert' && <Icon of={CircleAlert} />}
          {icon === 'clock' && <Icon of={Clock} />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
