import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import {
  type Access,
  type Call,
  JSON_LIMIT,
  type Kind,
  type Paired,
  PUBLIC_LIMIT,
  type StaffAccess,
  UNLOCKED_UNTIL,
} from '#contract/call.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import { hasProfileData, type WithProfileData } from '#domain/people/profile.ts';
import { findSession, NOTHING, type Session, type UserRow } from '../sessions/session-store.ts';
import { accessTokenOf } from '../sessions/cookies.ts';
import {
  findStaffSession,
  type StaffMember,
  type StaffSession,
  staffTokenOf,
  stayUnlocked,
  type UnlockedSession,
} from '../sessions/staff-session.ts';
import { isToken } from '../sessions/tokens.ts';
import { persistently } from '../db/persistently.ts';
import type { Deps } from '../deps.ts';
import { describeCall } from './describe-route.ts';
import { sendRefusal } from './errors.ts';
import { type Caller, type CountingOfSession, type GiveBack, isCounted } from './limits.ts';
import type { Points } from '../runtime/rate-counter-store.ts';
import { Refusal, refuse } from './refusal.ts';

export type Parsed<S extends CallSchemas, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodType
  ? z.output<S[K]>
  : undefined;

type Sent<S extends CallSchemas> = {
  params: Parsed<S, 'params'>;
  query: Parsed<S, 'query'>;
  body: Parsed<S, 'body'>;
};

/** What a request has proved about its caller, by the call's access level. */
type Admitted = {
  public: Record<never, never>;
  session: { session: Session; user: UserRow | null };
  record: { session: Session; user: UserRow };
  profile: { session: Session; user: WithProfileData<UserRow> };
  staff: { session: StaffSession; staff: StaffMember };
  'staff-unlocked': { session: UnlockedSession; staff: StaffMember };
};
type SignedIn = Exclude<Access, 'public'>;
type ClientAccess = Exclude<SignedIn, StaffAccess>;

const isStaffAccess = (access: Access): access is StaffAccess =>
  access === 'staff' || access === 'staff-unlocked';

/** What a handler receives. */
export type Context<S extends CallSchemas, A extends Access, B> = Sent<S> &
  Admitted[A] & {
    /** The value of the `readExtra` expression, read in the same query as the session; null without one. */
    extra: B | null;
    /** Counts the request, where that was not done with the session. */
    count: Count;
    now: Date;
    request: FastifyRequest;
    reply: FastifyReply;
  };
/** What a public call receives. */
type Asked<S extends CallSchemas> = Sent<S> & Pick<Context<S, 'public', null>, 'now' | 'request' | 'reply'>;
export type Answer<S extends CallSchemas> = S['answer'] extends z.ZodType ? z.input<S['answer']> : void;

/** Answers before the body has arrived, and closes the connection so that the rest of the body is not read. */
export function refuseUnread(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendRefusal(reply.header('connection', 'close'), refusal);
}

/**
 * Refuses requests without a session before their body is read. A forged token costs one indexed query, and only where
 * the body may be large. The handler looks the session up again, since it may end while the body arrives.
 */
export function admitBeforeReading(
  deps: Deps,
  call: Pick<Call<unknown, unknown>, 'access' | 'body_limit'>,
): preParsingAsyncHookHandler {
  const isStaff = isStaffAccess(call.access);
  return async (request, reply, payload) => {
    const token = isStaff ? staffTokenOf(request, deps.config) : accessTokenOf(request, deps.config);
    if (token === null || !isToken(token)) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    if ((call.body_limit ?? 0) > JSON_LIMIT) {
      const found = isStaff
        ? await findStaffSession(deps.db, deps.config, token, deps.clock())
        : await findSession(deps.db, token, NOTHING, deps.clock());
      if (!found) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    }
    return payload;
  };
}

type Found = { session: Session; user: UserRow | null } | null;

const ADMIT: { [A in ClientAccess]: (found: Found) => Admitted[A] | Refusal } = {
  session: (found) => found ?? refuse('NOT_SIGNED_IN'),
  record: (found) => {
    if (!found) return refuse('NOT_SIGNED_IN');
    const { session, user } = found;
    return user ? { session, user } : refuse('NO_RECORD');
  },
  profile: (found) => {
    const admitted = ADMIT.record(found);
    if (admitted instanceof Refusal) return admitted;
    const { session, user } = admitted;
    return hasProfileData(user) ? { session, user } : refuse('NO_PROFILE_DATA');
  },
};

/** Who a signed-in request is counted for. */
function callerOf(admitted: object): Extract<Caller, { session: string }> {
  const { session, staff } = admitted as Admitted['session'] & Partial<Admitted['staff']>;
  return { session: session.id, account: staff?.id ?? session.account_id };
}

type Count = () => Promise<boolean>;
type Counting = Pick<Call<unknown, unknown>, 'limit'> & {
  caller: Caller;
  /** What was counted already; null if that exceeded an allowance. `later`: the handler counts. */
  taken?: GiveBack | 'later' | null | undefined;
};

/**
 * Counts a request before its work, and takes the count back if the work could not be decided: it threw, or something that
 * it needs is away.
 */
async function counted<T>(
  { limits }: Pick<Deps, 'limits'>,
  { limit, caller, taken }: Counting,
  work: (count: Count) => Promise<T | Refusal> | T | Refusal,
): Promise<T | Refusal> {
  let giveBack = typeof taken === 'function' ? taken : null;
  const count = async () => {
    if (giveBack !== null || !isCounted(limit)) return true;
    giveBack = await limits.take(limit, caller);
    return giveBack !== null;
  };
  if (taken === null || (taken !== 'later' && !(await count()))) return refuse('LimitExceededException');
  const undo = async () => {
    if (giveBack) await persistently(giveBack);
  };
  try {
    const answer = await work(count);
    if (answer instanceof Refusal && answer.status >= 500) await undo();
    return answer;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Does the work of a signed-in call that binds its route itself, within its limit and if its access admits. */
export async function admitted<A extends SignedIn, T>(
  request: FastifyRequest,
  deps: Deps,
  call: Pick<Call<unknown, unknown, A>, 'access' | 'limit'>,
  work: (admitted: Admitted[A]) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const found = await guard(request, deps, call.access);
  if (found instanceof Refusal) return found;
  const { limit } = call as Pick<Call<unknown, unknown>, 'limit'>;
  return await counted(deps, { limit, caller: callerOf(found) }, () => work(found));
}

/** The session and user of a request if the call's access admits them, else the refusal (rules.md §1). */
export async function guard<A extends SignedIn>(
  request: FastifyRequest,
  deps: Deps,
  access: A,
): Promise<Admitted[A] | Refusal> {
  return (await admit(request, deps, access, NOTHING, null)).admitted;
}

async function admit<A extends SignedIn, B>(
  request: FastifyRequest,
  deps: Deps,
  access: A,
  readExtra: RawBuilder<B>,
  counting: CountingOfSession | null,
): Promise<{ admitted: Admitted[A] | Refusal; extra: B | null; points: Points | null }> {
  if (isStaffAccess(access)) {
    const admitted = (await admitStaff(request, deps, access)) as Admitted[A] | Refusal;
    return { admitted, extra: null, points: null };
  }
  const token = accessTokenOf(request, deps.config);
  const found = token === null ? null : await findSession(deps.db, token, readExtra, deps.clock(), counting);
  const admitted = ADMIT[access as ClientAccess](found) as Admitted[A] | Refusal;
  return { admitted, extra: found && found.extra, points: found && found.points };
}

/** Reads the staff cookie alone: a client's session opens no staff call. */
async function admitStaff(
  request: FastifyRequest,
  deps: Deps,
  access: StaffAccess,
): Promise<Admitted[StaffAccess] | Refusal> {
  const token = staffTokenOf(request, deps.config);
  const now = deps.clock();
  const found = token && (await findStaffSession(deps.db, deps.config, token, now));
  if (!found) return refuse('NOT_SIGNED_IN');
  const { session, staff, lock_reason } = found;
  if (access === 'staff') return { session, staff };
  const unlocked = session.unlocked_until && (await stayUnlocked(deps.db, session, token, now));
  return unlocked
    ? { session: unlocked, staff }
    : refuse('STEP_UP_REQUIRED', { details: { locked: lock_reason } });
}

/** Says in a header when the browser hides health data. Writes of other calls may end it, so they say nothing. */
export function sendUnlock(
  { method }: Pick<FastifyRequest, 'method'>,
  reply: FastifyReply,
  access: Access,
  admitted: object,
): void {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isStaffAccess(access) || (access === 'staff' && !isRead)) return;
  const until = (admitted as Admitted[StaffAccess]).session.unlocked_until;
  if (until) reply.header(UNLOCKED_UNTIL, until.toISOString());
}

type Handler<S extends CallSchemas, A extends Access, B> = (
  context: Context<S, A, B>,
) => Promise<Answer<S> | Refusal | FastifyReply> | Answer<S> | Refusal | FastifyReply;

/**
 * Binds one signed-in call of the contract to its handler: access, then parsing, then its limit, then the handler, then an
 * answer stripped to its schema. Unknown fields never reach the handler and undeclared ones never leave. An action of staff
 * is bound by staffAction() instead, which does it once.
 */
export function route<I, O, A extends SignedIn, S extends CallSchemas>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, A, 'OTHER'> & Paired<I, O, S>,
  schemas: S,
  handler: Handler<S, A, null>,
): void {
  bindAnyCall<I, O, A, S, null>(app, deps, call, schemas, () => null, handler);
}

/**
 * Like route(), for a hot call: `readExtra` is a SQL expression that is read in the same query as the session. LATER: the
 * handler reads and counts, since the request will probably lose a race before.
 */
export function routeWithExtra<I, O, A extends SignedIn, S extends CallSchemas, B>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, A, 'OTHER'> & Paired<I, O, S>,
  schemas: S,
  readExtra: ReadExtra<S, B>,
  handler: Handler<S, A, B>,
): void {
  bindAnyCall(app, deps, call, schemas, readExtra, handler);
}

type ReadExtra<S extends CallSchemas, B> = (sent: Sent<S>, now: Date) => RawBuilder<B> | null | 'LATER';

/** Every visitor of a demo signs in as its owner, so none of them may change how the others do. */
const isSharedAccess = (
  { no_action, open_to_demo }: Pick<Call<unknown, unknown>, 'no_action' | 'open_to_demo'>,
  admitted: object,
): boolean =>
  no_action === 'own-access' && open_to_demo === undefined && (admitted as Admitted['staff']).staff.is_demo;

/** Binds a call of either kind, for route() and staffAction() alone (.oxlintrc.json). */
export function bindAnyCall<I, O, A extends SignedIn, S extends CallSchemas, B>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, A, Kind>,
  schemas: S,
  readExtra: ReadExtra<S, B>,
  handler: Handler<S, A, B>,
): void {
  const { limit } = call as Pick<Call<unknown, unknown>, 'limit'>;
  bind(app, call, schemas, admitBeforeReading(deps, call), async (request, reply) => {
    const now = deps.clock();
    const sent = parseSent(schemas, request);
    const wanted = sent instanceof Refusal ? null : readExtra(sent, now);
    const isLater = wanted === 'LATER';
    const counting =
      isLater || sent instanceof Refusal || !isCounted(limit) ? null : deps.limits.withSession(limit);
    const expression = isLater ? NOTHING : (wanted ?? NOTHING);
    const { admitted, extra, points } = await admit<A, B | null>(
      request,
      deps,
      call.access,
      expression,
      counting,
    );
    if (admitted instanceof Refusal) return admitted;
    if (isSharedAccess(call, admitted)) return refuse('DEMO_ACCOUNT');
    sendUnlock(request, reply, call.access, admitted);
    if (sent instanceof Refusal) return sent;
    const caller = callerOf(admitted);
    const taken = isLater ? 'later' : points && counting ? counting.taken(points, caller) : undefined;
    return await counted(deps, { limit, caller, taken }, (count) =>
      handler({ ...sent, ...admitted, extra, count, now, request, reply }),
    );
  });
}

/**
 * What a request without a session has proved, and who it is counted for: `by`, or its network and what it names. A
 * Refusal where the call is closed to strangers, who are not counted.
 */
export type Proof<P> = { by: string | null; named?: string; proof: P };

/** Looks for what a request proves. */
export type Prove<S extends CallSchemas, P> = (
  context: Asked<S>,
) => Promise<Proof<P> | Refusal> | Proof<P> | Refusal;

/**
 * Binds one public call: parsing, then what the request proves, then its limit, then the handler. Strangers on the same
 * network use up nothing of a request that proves something (rules.md §1). A large body is read only of a request whose
 * address proves something.
 */
export function publicRoute<I, O, S extends CallSchemas, P>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O, 'public'> & Paired<I, O, S>,
  schemas: S,
  prove: Prove<S, P>,
  handler: (context: Asked<S> & { proof: P }) => ReturnType<Handler<S, 'public', null>>,
): void {
  const isLarge = (call.body_limit ?? 0) > JSON_LIMIT;
  const proveUnread: preParsingAsyncHookHandler = async (request, reply, payload) => {
    const params = parse(schemas.params, request.params);
    const asked = { params, now: deps.clock(), request, reply } as Asked<S>;
    const proved = params instanceof Refusal ? params : await prove(asked);
    return proved instanceof Refusal ? (refuseUnread(reply, proved) as never) : payload;
  };
  bind(app, call, schemas, isLarge ? proveUnread : undefined, async (request, reply) => {
    const sent = parseSent(schemas, request);
    if (sent instanceof Refusal) return sent;
    const context = { ...sent, now: deps.clock(), request, reply };
    const proved = await prove(context);
    if (proved instanceof Refusal) return proved;
    const caller: Caller =
      proved.by === null ? { ip: request.ip, named: proved.named } : { proved: proved.by };
    return await counted(deps, { limit: call.limit, caller }, () =>
      handler({ ...context, proof: proved.proof }),
    );
  });
}

/** Of a call that asks for no proof. */
export const provesNothing = (): Proof<null> => ({ by: null, proof: null });

function bind<S extends CallSchemas>(
  app: FastifyInstance,
  call: Call<never, unknown> | Call<unknown, unknown>,
  schemas: S,
  preParsing: preParsingAsyncHookHandler | undefined,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const status = schemas.status ?? 200;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.body_limit ?? (call.access === 'public' ? PUBLIC_LIMIT : JSON_LIMIT),
    ...(preParsing ? { preParsing } : {}),
    schema: describeCall(call, schemas),
    config: { call },
    // Parsing happens in the handler, after access: a request without a session learns nothing about the input schema.
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      const answer = await handle(request, reply);
      if (answer instanceof Refusal) return sendRefusal(reply, answer);
      // The handler has sent the answer itself, as a stream.
      if (answer === reply || reply.sent) return reply;
      // A handler may have set another success status, such as 202 for work in progress.
      if (reply.statusCode === 200) reply.code(status);
      if (schemas.answer === undefined || status === 204) return reply.send();
      return reply.send(schemas.answer.parse(answer));
    },
  });
}

function parseSent<S extends CallSchemas>(schemas: S, request: FastifyRequest): Sent<S> | Refusal {
  const params = parse(schemas.params, request.params);
  if (params instanceof Refusal) return params;
  const query = parse(schemas.query, request.query);
  if (query instanceof Refusal) return query;
  const body = parse(schemas.body, request.body);
  return body instanceof Refusal ? body : ({ params, query, body } as Sent<S>);
}

/** A refused body names its fields: `details` maps each one to a message. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = safeParse(schema, value ?? {});
  if (parsed?.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const issue of parsed?.error.issues ?? []) details[issue.path.join('.') || 'body'] ??= issue.message;
  const code: ErrorCode = 'INVALID_INPUT';
  return refuse(code, { details });
}

/**
 * Zod compares `length` with a limit even on a value that is neither text nor list, and throws a TypeError on
 * {"length":{"toString":1}}. Such a body is refused without details, since no form can produce it.
 */
function safeParse(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> | null {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
