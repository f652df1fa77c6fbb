import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Call, Paired, StaffAccess } from '#contract/call.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import { brokenConstraint, codeOfBrokenConstraint } from '../db/constraints.ts';
import type { Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type Answer, bindAnyCall, type Context, type Parsed } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import {
  type Actor,
  actorOf,
  findRepeat,
  hashRequest,
  ONE_ACTION_PER_ID,
  recordStaffAction,
  type StaffAction,
} from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';

/** The schemas of an action: the browser makes its id when the dialog opens. */
export type ActionSchemas = CallSchemas & { body: z.ZodType<{ action_id: string }> };

/** Who acts, and what the request asks for. */
export type Acting<Params, Body> = {
  action_id: string;
  params: Params;
  body: Body;
  actor: Actor & { staff_id: string };
  /** The address of who acts. */
  email: string;
  now: Date;
};

/** What the work changed, for the record. */
type Change = Partial<Pick<StaffAction, 'user_id' | 'details'>> & {
  /** Runs once the change is committed; a repeat does not run it. */
  afterwards?: () => Promise<void>;
};
type NamedChange = Change & Pick<StaffAction, 'object_kind' | 'object_id'>;
type Work<Params, Body, P, C> = (trx: Trx, acting: Acting<Params, Body>, prepared: P) => Promise<C | Refusal>;

/** What `params.id` names, and the refusal where there is no such thing. */
type ActionObject = Pick<StaffAction, 'object_kind'> & { missing: Refusal };
export const BOOKING: ActionObject = { object_kind: 'BOOKING', missing: refuse('BOOKING_NOT_FOUND') };
export const CLIENT: ActionObject = { object_kind: 'CLIENT', missing: refuse('CLIENT_NOT_FOUND') };
export const EVENT: ActionObject = { object_kind: 'EVENT', missing: refuse('EVENT_NOT_FOUND') };
export const POST: ActionObject = { object_kind: 'POST', missing: refuse('POST_NOT_FOUND') };

/** One thing that staff do, by what its call takes and gives. */
export type ActionOf<Params, Body, Out, P = undefined> = {
  /** Noun and verb: 'booking.cancel' */
  action: string | ((acting: Acting<Params, Body>) => string);
  /** What its action_id stands for; absent: all that the request has. A request that differs elsewhere is a repeat. */
  content?: (acting: Acting<Params, Body>) => unknown;
  /** Outside the transaction: what asks others. A repeat does not run it. */
  prepare?: (acting: Acting<Params, Body>) => Promise<P | Refusal>;
  /** Answers with the present state, also a repeat. */
  answer: (acting: Acting<Params, Body>) => Promise<Out | Refusal> | Out;
  /** Adds the present state to a refusal. */
  refused?: (refusal: Refusal, acting: Acting<Params, Body>) => Promise<Refusal> | Refusal;
} & (
  | { object: ActionObject; work: Work<Params, Body, P, Change | NamedChange> }
  | { object?: undefined; work: Work<Params, Body, P, NamedChange> }
);

/** One thing that staff do, by the schemas of its call. */
export type Action<S extends ActionSchemas, P = undefined> = ActionOf<
  Parsed<S, 'params'>,
  Omit<z.output<S['body']>, 'action_id'>,
  Answer<S>,
  P
>;

/**
 * Binds a call by which staff change something: admits, parses, runs the work once for its action_id, answers, and sends
 * the mails that it queued. route() accepts no such call.
 */
export function staffAction<I, O, A extends StaffAccess, S extends ActionSchemas, P = undefined>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, A, 'ACTION'> & Paired<I, O, S>,
  schemas: S,
  action: Action<S, P>,
): void {
  const handler = async (context: Context<S, StaffAccess, null>): Promise<Answer<S> | Refusal> => {
    const { params, staff, now } = context;
    const { action_id, ...body } = context.body as z.output<S['body']>;
    const acting = { action_id, params, body, actor: actorOf(staff), email: staff.email, now };
    const answer = await act(deps, action, acting);
    if (!(answer instanceof Refusal)) deliverSoon(deps);
    return answer;
  };
  bindAnyCall<I, O, StaffAccess, S, null>(app, deps, call, schemas, () => null, handler);
}

/** Does it, or finds that it is done, and answers. */
export async function act<Params, Body, Out, P>(
  deps: Pick<Deps, 'db' | 'config'>,
  action: ActionOf<Params, Body, Out, P>,
  acting: Acting<Params, Body>,
): Promise<Out | Refusal> {
  const { id } = (acting.params ?? {}) as { id?: string };
  if (action.object && !isUuid(id!)) return action.object.missing;
  const refusal = await runOnce(deps, action, acting, id);
  if (!refusal) return await action.answer(acting);
  return (await action.refused?.(refusal, acting)) ?? refusal;
}

/**
 * Runs the work and records it, both in one transaction, or neither (rules.md §9). Returns null when it is done, now or by
 * an earlier request with the same action_id and the same content.
 */
async function runOnce<Params, Body, P>(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { action, content, prepare, object, work }: ActionOf<Params, Body, unknown, P>,
  acting: Acting<Params, Body>,
  object_id: string | undefined,
): Promise<Refusal | null> {
  const { action_id: id, actor, params, body, now } = acting;
  const { staff_id } = actor;
  const name = typeof action === 'string' ? action : action(acting);
  const input = content?.(acting) ?? [params, body];
  const request_hash = hashRequest(config.app_secret, { action: name, staff_id, input });
  const repeatOr = async (otherwise: Refusal | 'NEW') => {
    const found = await findRepeat(db, { id, request_hash });
    if (found === 'REPEAT') return null;
    return found === 'REUSED' ? refuse('ACTION_REUSED') : otherwise;
  };
  const before = await repeatOr('NEW');
  if (before !== 'NEW') return before;
  const prepared = (await prepare?.(acting)) as P | Refusal;
  if (prepared instanceof Refusal) return prepared;
  let afterwards: Change['afterwards'];
  const refusal = await decidedTransaction<Refusal | null>(db, async (trx) => {
    const changed = await work(trx, acting, prepared);
    if (changed instanceof Refusal) return { answer: changed, isKept: false };
    const { afterwards: later, ...change } = changed;
    afterwards = later;
    const about = {
      ...(object && { object_kind: object.object_kind, object_id }),
      user_id: object?.object_kind === 'CLIENT' ? object_id! : null,
      details: {},
      ...change,
    } as Pick<StaffAction, 'object_kind' | 'object_id' | 'user_id' | 'details'>;
    await recordStaffAction(trx, { id, request_hash, ...actor, action: name, ...about }, now);
    return { answer: null, isKept: true };
  }).catch((error: unknown) => {
    const isSecond = brokenConstraint(error) === ONE_ACTION_PER_ID;
    const code = isSecond ? 'ACTION_REUSED' : codeOfBrokenConstraint(error);
    if (code === undefined) throw error;
    return refuse(code);
  });
  if (refusal === null) {
    await afterwards?.();
    return null;
  }
  // Of two equal requests at once, the second one is refused because the first one was faster.
  return (await repeatOr(refusal)) as Refusal | null;
}
