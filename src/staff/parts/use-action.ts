import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Call } from '#contract/call.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { keepBooking } from '#staff/api/keep-booking.ts';
import { actionIds, isUnanswered } from '#staff/parts/action-ids.ts';
import { ApiError } from '#web/api/request.ts';
import { type Parts, urlOf } from '#web/api/send.ts';

type WithoutId<Body> = Body extends unknown ? Omit<Body, 'action_id'> : never;
type IsEmpty<Body> = {} extends Body ? true : false;
/** What a call takes, but the action id. */
type ContentOf<Input extends { body: { action_id: string } }> = Omit<Input, 'body'> &
  (IsEmpty<WithoutId<Input['body']>> extends true
    ? { body?: WithoutId<Input['body']> }
    : { body: WithoutId<Input['body']> });

type After<Output> = {
  /** The screen stays busy until it has ended. */
  done?: (output: Output) => unknown;
  refused?: (error: ApiError) => unknown;
  /** Which of several rows it is about. */
  about?: string;
  /** The action that this goes on with: its id. */
  of?: string;
};

/** What staff do: one at a time, its answer, and why the last try failed. */
export type Action = {
  /** Sends a change. The id, what becomes of the answer, and asking again for what is shown are settled here. */
  run: <Input extends Parts & { body: { action_id: string } }, Output>(
    call: Call<Input, Output>,
    content: ContentOf<Input>,
    after?: After<Output>,
  ) => void;
  /** Asks for something whose repeat does no harm, such as a preview, or proves who is there. */
  ask: <Output>(send: () => Promise<Output>, after?: After<Output>) => void;
  isPending: boolean;
  isDone: boolean;
  error: ApiError | null;
  /** Without an answer the change may have been made. */
  isUnanswered: boolean;
  /** `about` of the last try. */
  about: string | undefined;
  /** Forgets the last answer, not the id of an unanswered try. */
  reset: () => void;
};

type Try = {
  send: () => Promise<unknown>;
  settle: (error: ApiError | null) => void;
  keeps: boolean;
  after: After<unknown>;
};

/**
 * The one way in which the staff area changes something (decision 0043). `storage`: the tab keeps the id of an unanswered
 * try under this name when it is loaded anew.
 */
export function useAction({ storage }: { storage?: string } = {}): Action {
  const queries = useQueryClient();
  const [ids] = useState(() => actionIds(storage));
  const isBusy = useRef(false);
  const { mutate, ...state } = useMutation<unknown, ApiError, Try>({
    mutationFn: ({ send }) => send().catch(asApiError),
    onSuccess: async (output, { settle, keeps, after }) => {
      isBusy.current = false;
      settle(null);
      const panel = keeps ? panelOf(output) : null;
      if (panel) keepBooking(queries, panel);
      const done = after.done?.(output);
      if (keeps && !panel) void queries.invalidateQueries({ queryKey: ['staff'] });
      await done;
    },
    onError: async (error, { settle, keeps, after }) => {
      isBusy.current = false;
      settle(error);
      // Someone else was faster, so what is shown is out of date.
      if (keeps && error.status === 409) void queries.invalidateQueries({ queryKey: ['staff'] });
      await after.refused?.(error);
    },
  });
  const start = (attempt: Try) => {
    if (isBusy.current) return;
    isBusy.current = true;
    mutate(attempt);
  };
  return {
    run: (call, content, after = {}) => {
      const parts = content as Parts;
      const subject = `${call.method} ${urlOf(call, { params: parts.params })}`;
      start({
        send: () => {
          const action_id = after.of ?? ids.idFor(subject, JSON.stringify(content));
          const body = { ...(parts.body as object | undefined), action_id };
          return callStaff(call as Call<Parts, unknown>, { ...parts, body });
        },
        settle: (error) => ids.settle(subject, error),
        keeps: true,
        after: after as After<unknown>,
      });
    },
    ask: (send, after = {}) =>
      start({ send, settle: () => undefined, keeps: false, after: after as After<unknown> }),
    isPending: state.isPending,
    isDone: state.isSuccess,
    error: state.error,
    isUnanswered: isUnanswered(state.error),
    about: state.variables?.after.about,
    reset: state.reset,
  };
}

/** What failed before it was sent, such as the browser's prompt for a passkey, is shown in its own words. */
function asApiError(error: unknown): never {
  if (error instanceof ApiError) throw error;
  throw new ApiError(error instanceof Error ? error.message : String(error), 400, 'NOT_SENT');
}

/** The booking in an answer: the screen shows it at once, before it asks again for what depends on it. */
const panelOf = (output: unknown): BookingPanel | null =>
  panelIn(output) ?? panelIn((output as { booking?: unknown } | undefined)?.booking);

const panelIn = (answer: unknown): BookingPanel | null =>
  typeof answer === 'object' && answer !== null && 'allowed_actions' in answer
    ? (answer as BookingPanel)
    : null;

type Row = { updated_at: string | null };
/** A row as it was read, and as it is now if someone else changed it meanwhile. */
export type Base<R> = { base: R; changed: { row: R; goOn: () => void } | null };

/**
 * The row as it was when the sheet opened: what is changed is what was read. `live`: the row as the screen has it now. A
 * refusal that brings the present row (409) counts as well. While a try is unanswered, its repeat must be the same.
 */
export function useBase<R extends Row | null>(action: Action, live: R): Base<R> {
  const [base, setBase] = useState(live);
  const refused = presentRow(action.error) as R | null;
  const row = refused ?? live;
  const isSettled = !action.isPending && !action.isDone && !action.isUnanswered;
  const isChanged = isSettled && base !== null && row !== null && row.updated_at !== base.updated_at;
  const goOn = () => {
    setBase(row);
    action.reset();
  };
  return { base, changed: isChanged ? { row, goOn } : null };
}

function presentRow(error: ApiError | null): Row | null {
  const details = error?.status === 409 ? (error.details as Partial<Row & { booking: Row }> | null) : null;
  const row = details?.booking ?? details;
  return row?.updated_at === undefined ? null : (row as Row);
}
