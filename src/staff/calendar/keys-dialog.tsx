import { Dialog } from '#web/ui/dialog.tsx';

const KEYS: readonly [string, string][] = [
  ['← → ↑ ↓', 'Move by day and quarter hour'],
  ['Home, End', 'First and last opening of the day'],
  ['Page Up, Page Down', 'Week before, week after'],
  ['Enter', 'Open'],
  ['T', 'Today'],
  ['D, 3, W, M, L', 'Day, 3 days, week, month, list'],
  ['Esc', 'Close the panel or a dialog'],
  ['?', 'These keys'],
];

/** The keys of the calendar. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys" subtitle="While the calendar has the focus" width="narrow">
      <dl className="cal-keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
