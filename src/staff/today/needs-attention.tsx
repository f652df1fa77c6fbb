import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ChevronDown } from 'lucide';
import { staffDismissAttention, staffHouseCalls, staffKeepPayment } from '#contract/staff.calls.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';
import { attentionQuery } from '#staff/api/today-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { now } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

const SHOWN = 7;
const DAY_MS = 86_400_000;

/** What settles an item: hidden, for a day or for good, or a client's request is answered. */
type Act = 'DISMISS' | 'SNOOZE' | 'APPROVE' | 'NOT_NOW' | 'KEEP';

/** What needs attention, newest first. Folded to one line on phones. `expected`: the number that Today already knows. */
export function NeedsAttention({ expected }: { expected: number }) {
  const queries = useQueryClient();
  const query = useFreshQuery(attentionQuery);
  const isOnline = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const [advised, setAdvised] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const settle = useAction();
  const [done, setDone] = useState('');

  const onAct = (item: AttentionItem, act: Act) => {
    const { kind, object_id, client_id, at } = item;
    setDone('');
    const about = keyOf(item);
    const settled = (text: string) => {
      queries.setQueryData(agendaKeys.attention, (answer: { items: AttentionItem[] } | undefined) =>
        answer ? { items: answer.items.filter((each) => keyOf(each) !== about) } : answer,
      );
      setDone(text);
      // The row with the focus is gone.
      title.current?.focus();
    };
    if (kind === 'HOUSE_CALL_REQUEST') {
      const approved = act === 'APPROVE';
      const body = { approved, notify: true, requested_at: at };
      const params = { id: client_id ?? object_id };
      settle.run(
        staffHouseCalls,
        { params, body },
        {
          about,
          done: ({ notified }) =>
            settled(
              `${approved ? 'House calls are approved.' : 'Answered.'} The client gets ${notified ? 'an e-mail.' : 'no e-mail: please call.'}`,
            ),
        },
      );
      return;
    }
    if (kind === 'UNMATCHED_PAYMENT') {
      const done = () => settled('The payment is kept.');
      settle.run(staffKeepPayment, { params: { id: object_id }, body: {} }, { about, done });
      return;
    }
    // It has no answers.
    if (kind === 'UNMATCHED_REFUND') return;
    const until = act === 'SNOOZE' ? new Date(now().getTime() + DAY_MS).toISOString() : undefined;
    settle.run(
      staffDismissAttention,
      { body: { kind, object_id, until } },
      { about, done: () => settled('Done. It is off the list.') },
    );
  };

  const items = query.data?.items;
  const number = items?.length ?? expected;
  const shown = items && (showsAll ? items : items.slice(0, SHOWN));
  return (
    <section
      className={classNames('attention staff-box', isOpen && 'is-open', number === 0 && 'is-empty')}
      aria-labelledby="attention-title"
    >
      <h2 ref={title} id="attention-title" tabIndex={-1} className="attention-title">
        Needs attention {number > 0 && <span className="attention-count">{number}</span>}
      </h2>
      <button
        type="button"
        className="attention-fold"
        aria-expanded={isOpen}
        aria-controls="attention-list"
        onClick={() => setIsOpen(!isOpen)}
      >
        Needs attention {number > 0 && <span className="attention-count">{number}</span>}
        <Icon of={ChevronDown} />
      </button>
      <div id="attention-list" className={isOpen ? undefined : 'max-desktop:hidden'}>
        {!items && query.error && <FailedQuery of={query} />}
        {!items && !query.error && (
          <SkeletonGroup
            label="Loading what needs attention"
            className="grid gap-2 px-4 py-4 border-t border-line desktop:px-4.5"
            rows={['h-5', 'h-5 w-2/3']}
          />
        )}
        {items?.length === 0 && (
          <p className="px-4 pt-3 pb-4 border-t border-line text-muted text-grid desktop:px-4.5">
            Nothing needs you right now.
          </p>
        )}
        {shown && shown.length > 0 && (
          <ul className="attention-list">
            {shown.map((item) => {
              const isHere = settle.about === keyOf(item);
              const isBusy = isHere && settle.isPending;
              const isAdvised = advised === keyOf(item);
              return (
                <li key={keyOf(item)} aria-busy={isBusy || undefined}>
                  <p>{item.text}</p>
                  {isAdvised && (
                    <p className="mt-1.5 px-3 py-2.5 rounded-inner bg-sunken text-muted">{item.advice}</p>
                  )}
                  <div className="acts">
                    {item.path && (
                      <Link className="act" to={item.path}>
                        {item.label}
                      </Link>
                    )}
                    {item.advice !== null && (
                      <TextButton
                        className="act"
                        aria-expanded={isAdvised}
                        onClick={() => setAdvised(isAdvised ? null : keyOf(item))}
                      >
                        {item.label}
                      </TextButton>
                    )}
                    {(ANSWERS[item.kind] ?? DISMISSALS).map(({ act, label, isSoft }) => (
                      <TextButton
                        key={act}
                        className={classNames('act', isSoft && 'act-soft')}
                        disabled={!isOnline || isBusy}
                        onClick={() => onAct(item, act)}
                      >
                        {label}
                      </TextButton>
                    ))}
                  </div>
                  {isHere && settle.error && <Banner tone="error">{settle.error.message}</Banner>}
                </li>
              );
            })}
          </ul>
        )}
        {items && items.length > SHOWN && (
          <div className="px-4 pt-1 pb-1.5 border-t border-line desktop:px-4.5">
            <TextButton className="act" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? `Show ${SHOWN}` : `Show all ${items.length}`}
            </TextButton>
          </div>
        )}
      </div>
      <Announcement>{done}</Announcement>
    </section>
  );
}

const keyOf = ({ kind, object_id }: AttentionItem) => `${kind} ${object_id}`;

type Choice = { act: Act; label: string; isSoft: boolean };
const DISMISSALS: readonly Choice[] = [
  { act: 'SNOOZE', label: 'Snooze a day', isSoft: true },
  { act: 'DISMISS', label: 'Dismiss', isSoft: true },
];
/** Kinds that are answered in their own words. */
const ANSWERS: Partial<Record<AttentionItem['kind'], readonly Choice[]>> = {
  HOUSE_CALL_REQUEST: [
    { act: 'APPROVE', label: 'Approve', isSoft: false },
    { act: 'NOT_NOW', label: 'Not now', isSoft: true },
  ],
  UNMATCHED_PAYMENT: [{ act: 'KEEP', label: 'Keep it', isSoft: false }],
  UNMATCHED_REFUND: [],
  CALENDAR_CONFLICT: [{ act: 'DISMISS', label: 'It’s fine', isSoft: true }],
};
