import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { staffDismissAttention } from '#contract/agenda.calls.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { agendaKeys } from '#staff/bookings/keep-booking.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useFreshQuery } from '#staff/client/use-fresh-query.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { attentionQuery } from '#staff/today/today-queries.ts';
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

type Dismissal = { item: AttentionItem; until: string | undefined; action_id: string };

/** What needs attention, newest first. Folded to one line on phones. `expected`: the number that Today already knows. */
export function NeedsAttention({ expected }: { expected: number }) {
  const queries = useQueryClient();
  const query = useFreshQuery(attentionQuery);
  const isOnline = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const actions = useRef(new Map<string, string>());

  const dismiss = useMutation<undefined, ApiError, Dismissal>({
    mutationFn: async ({ item: { kind, object_id }, until, action_id }) => {
      await callStaff(staffDismissAttention, { body: { action_id, kind, object_id, until } });
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
  });

  const onDismiss = (item: AttentionItem, snooze: boolean) => {
    const key = `${keyOf(item)} ${snooze}`;
    const action_id = actions.current.get(key) ?? newActionId();
    actions.current.set(key, action_id);
    dismiss.mutate({
      item,
      action_id,
      until: snooze ? new Date(now().getTime() + DAY_MS).toISOString() : undefined,
    });
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
              const isHere = dismiss.variables && keyOf(dismiss.variables.item) === keyOf(item);
              const isBusy = isHere && dismiss.isPending;
              return (
                <li key={keyOf(item)} aria-busy={isBusy || undefined}>
                  <p>{item.text}</p>
                  <div className="acts">
                    {item.path && (
                      <Link className="act" to={item.path}>
                        {item.label}
                      </Link>
                    )}
                    <TextButton
                      className="act act-soft"
                      disabled={!isOnline || isBusy}
                      onClick={() => onDismiss(item, true)}
                    >
                      Snooze a day
                    </TextButton>
                    <TextButton
                      className="act act-soft"
                      disabled={!isOnline || isBusy}
                      onClick={() => onDismiss(item, false)}
                    >
                      Dismiss
                    </TextButton>
                  </div>
                  {isHere && dismiss.error && <Banner tone="error">{dismiss.error.message}</Banner>}
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
      <Announcement>{dismiss.isSuccess && 'Done. It is off the list.'}</Announcement>
    </section>
  );
}

const keyOf = ({ kind, object_id }: AttentionItem) => `${kind} ${object_id}`;
