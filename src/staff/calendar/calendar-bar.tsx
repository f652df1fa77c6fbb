import { ChevronLeft, ChevronRight, ListFilter } from 'lucide';
import { Button, IconButton } from '#web/ui/button.tsx';
import {
  type CalendarState,
  formatShown,
  PAGE_LABELS,
  shownDates,
  turnPage,
  type View,
  VIEW_LABELS,
  VIEWS,
} from '#staff/calendar/calendar-view.ts';
import { Icon } from '#web/ui/icon.tsx';

type Props = {
  state: CalendarState;
  /** How many filters are on. */
  filters: number;
  onChange: (change: Partial<CalendarState>) => void;
  onToday: () => void;
  onFilter: () => void;
};

/** What is shown, ‹ Today ›, the views and the filter. */
export function CalendarBar({ state, filters, onChange, onToday, onFilter }: Props) {
  const title = formatShown(state.view, shownDates(state), state.date);
  const [before, after] = PAGE_LABELS[state.view];
  return (
    <div className="cal-bar">
      <h2 aria-live="polite">
        <span className="title-long">{title.long}</span>
        <span className="title-short">{title.short}</span>
      </h2>
      <div className="cal-turn">
        <IconButton label={before} onClick={() => onChange({ date: turnPage(state, -1) })}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <Button look="secondary" size="sm" onClick={onToday}>
          Today
        </Button>
        <IconButton label={after} onClick={() => onChange({ date: turnPage(state, 1) })}>
          <Icon of={ChevronRight} />
        </IconButton>
      </div>
      <ViewSwitch view={state.view} onView={(view) => onChange({ view })} />
      <Button
        look="ghost"
        size="sm"
        className="cal-filter"
        icon={<Icon of={ListFilter} />}
        aria-haspopup="dialog"
        onClick={onFilter}
      >
        Filter{filters > 0 && ` (${filters})`}
      </Button>
    </div>
  );
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="segments">
      {VIEWS.map((each) => (
        <button key={each} type="button" aria-pressed={view === each} onClick={() => onView(each)}>
          {VIEW_LABELS[each]}
        </button>
      ))}
    </div>
  );
}
