import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { staffDismissAttention, staffHouseCalls } from '#contract/agenda.calls.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { agendaKeys } from '#staff/client/keep-booking.ts';
import { attentionQuery } from '#staff/client/today-queries.ts';
import { useFreshQuery } from '#staff/client/use-fresh-query.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { usePrivate } from '#staff/parts/privacy.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { now } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { ApiError } from '#web/client/request.ts';

const SHOWN = 7;
const DAY_MS = 86_400_000;

/** What settles an item: hidden, for a day or for good, or a client's request is answered. */
type Act = 'DISMISS' | 'SNOOZE' | 'APPROVE' | 'NOT_NOW';
type Settlement = { item: AttentionItem; act: Act; action_id: string };

/** What needs attention, newest first. Folded to one line on phones. `expected`: the number that Today already knows. */
export function NeedsAttention({ expected }: { expected: number }) {
  const queries = useQueryClient();
  const query = useFreshQuery(attentionQuery);
  const isOnline = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const [advised, setAdvised] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const actions = useRef(new Map<string, string>());

  const settle = useMutation<undefined, ApiError, Settlement>({
    mutationFn: async (settlement) => {
      await send(settlement);
      return undefined;
    },
    onSuccess: (_, { item }) => {
      queries.setQueryData(agendaKeys.attention, (answer: { items: AttentionItem[] } | undefined) =>
        answer ? { items: answer.items.filter((each) => keyOf(each) !== keyOf(item)) } : answer,
      );
      void queries.invalidateQueries({ queryKey: ['staff', 'today'] });
      // The row with the focus is gone.
      title.current?.focus();
    },
    // It was answered on another device.
    onError: ({ code }) => {
      if (code === 'CLIENT_CHANGED') void query.refetch();
    },
  });

  const onAct = (item: AttentionItem, act: Act) => {
    const key = `${keyOf(item)} ${act}`;
    const action_id = actions.current.get(key) ?? newActionId();
    actions.current.set(key, action_id);
    settle.mutate({ item, act, action_id });
  };

  const items = usePrivate(query.data)?.items;
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
        <ChevronDownIcon />
      </button>
      <div id="attention-list" className="attention-content">
        {!items && query.error && (
          <FailedState
            message={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {!items && !query.error && (
          <SkeletonGroup label="Loading what needs attention" className="attention-skeleton">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-2/3" />
          </SkeletonGroup>
        )}
        {items?.length === 0 && <p className="attention-none">Nothing needs you right now.</p>}
        {shown && shown.length > 0 && (
          <ul className="attention-list">
            {shown.map((item) => {
              const isHere = settle.variables && keyOf(settle.variables.item) === keyOf(item);
              const isBusy = isHere && settle.isPending;
              const isAdvised = advised === keyOf(item);
              return (
                <li key={keyOf(item)} aria-busy={isBusy || undefined}>
                  <p>{item.text}</p>
                  {isAdvised && <p className="attention-advice">{item.advice}</p>}
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
                    {(item.kind === 'HOUSE_CALL_REQUEST' ? ANSWERS : DISMISSALS).map(
                      ({ act, label, isSoft }) => (
                        <TextButton
                          key={act}
                          className={classNames('act', isSoft && 'act-soft')}
                          disabled={!isOnline || isBusy}
                          onClick={() => onAct(item, act)}
                        >
                          {label}
                        </TextButton>
                      ),
                    )}
                  </div>
                  {isHere && settle.error && <Banner tone="error">{settle.error.message}</Banner>}
                </li>
              );
            })}
          </ul>
        )}
        {items && items.length > SHOWN && (
          <div className="attention-more">
            <TextButton className="act" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? `Show ${SHOWN}` : `Show all ${items.length}`}
            </TextButton>
          </div>
        )}
      </div>
      <Announcement>{settle.isSuccess && DONE[settle.variables.act]}</Announcement>
    </section>
  );
}

const keyOf = ({ kind, object_id }: AttentionItem) => `${kind} ${object_id}`;

type Choice = { act: Act; label: string; isSoft: boolean };
const DISMISSALS: readonly Choice[] = [
  { act: 'SNOOZE', label: 'Snooze a day', isSoft: true },
  { act: 'DISMISS', label: 'Dismiss', isSoft: true },
];
const ANSWERS: readonly Choice[] = [
  { act: 'APPROVE', label: 'Approve', isSoft: false },
  { act: 'NOT_NOW', label: 'Not now', isSoft: true },
];
const OFF_THE_LIST = 'Done. It is off the list.';
const DONE: Readonly<Record<Act, string>> = {
  DISMISS: OFF_THE_LIST,
  SNOOZE: OFF_THE_LIST,
  APPROVE: 'House calls are approved. The client gets an e-mail.',
  NOT_NOW: 'Answered. The client gets an e-mail.',
};

async function send({ item, act, action_id }: Settlement): Promise<void> {
  const { kind, object_id, client_id, at } = item;
  if (kind !== 'HOUSE_CALL_REQUEST') {
    const until = act === 'SNOOZE' ? new Date(now().getTime() + DAY_MS).toISOString() : undefined;
    await callStaff(staffDismissAttention, { body: { action_id, kind, object_id, until } });
    return;
  }
  const answer = { approved: act === 'APPROVE', notify: true, requested_at: at };
  await callStaff(staffHouseCalls, {
    params: { id: client_id ?? object_id },
    body: { action_id, ...answer },
  });
}
