import { Dialog } from '#web/ui/dialog.tsx';

const GROUPS: readonly { title: string; keys: readonly [string, string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K, ⌘ K', 'Search for a client, a day or a screen'],
      ['?', 'These keys'],
      ['Esc', 'Close the booking or a dialog'],
      ['Ctrl L, ⌘ L', 'Lock health notes'],
    ],
  },
  {
    title: 'Today, in the list',
    keys: [
      ['↑ ↓', 'Session before, session after'],
      ['Enter', 'Open'],
      ['A', 'Arrived'],
    ],
  },
  {
    title: 'Calendar, in the grid or list',
    keys: [
      ['← → ↑ ↓', 'Move by day and quarter hour'],
      ['Home, End', 'First and last opening of the day'],
      ['Page Up, Page Down', 'Week before, week after'],
      ['Enter', 'Open, or what can be done with free time'],
      ['R', 'Reschedule: then Alt and arrows, Enter or Esc'],
      ['Alt + arrows', 'Move by a quarter hour or a day, with Shift 5 minutes'],
      ['T', 'Today'],
      ['D, 3, W, M, L', 'Day, 3 days, week, month, list'],
    ],
  },
];

/** The keys of the staff area. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys" width="narrow">
      <div className="keys">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
