import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Access, Call } from '#contract/call.ts';
import { JSON_LIMIT, PUBLIC_LIMIT } from '#contract/call.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import { findSession, type Session, type UserRow } from '../sessions/find-session.ts';
import { accessTokenOf } from '../sessions/cookies.ts';
import { isToken } from '../sessions/tokens.ts';
import { NOTHING } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { describeCall } from './describe-route.ts';
import { sendRefusal } from './errors.ts';
import { Refusal, refuse } from './refusal.ts';

type Parsed<S extends CallSchemas, K extends 'query' | 'body'> = S[K] extends z.ZodType
  ? z.output<S[K]>
  : undefined;

type Sent<S extends CallSchemas> = { query: Parsed<S, 'query'>; body: Parsed<S, 'body'> };

/** What a handler receives. The call's access level decides whether `session` and `user` are set. */
export type Context<S extends CallSchemas, B = null> = Sent<S> & {
  /** The value of the `readExtra` expression, read in the same query as the session; null without one. */
  extra: B | null;
  /** Never null unless the call is public. */
  session: Session;
  /** Never null for calls of access 'record' or 'profile'. */
  user: UserRow;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Answer<S extends CallSchemas> = S['answer'] extends z.ZodType ? z.input<S['answer']> : void;

/** True if the record has what booking needs (rules.md §1 "profile data"). */
function hasProfileData(user: Pick<UserRow, 'pronouns' | 'birthdate' | 'phone'>): boolean {
  return Boolean(user.pronouns && user.birthdate && user.phone);
}

type Admitted<B> = { session: Session; user: UserRow; extra: B | null };

/** Answers before the body has arrived, and closes the connection so that the rest of the body is not read. */
export function refuseUnread(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendRefusal(reply.header('connection', 'close'), refusal);
}

/**
 * Refuses requests without a session before their body is read. A forged token costs one indexed query, and only where
 * the body may be large. The handler looks the session up again, since it may end while the body arrives.
 */
function admitBeforeReading(
  deps: Deps,
  call: Pick<Call<never, unknown>, 'body_limit'>,
): preParsingAsyncHookHandler {
  return async (request, reply, payload) => {
    const token = accessTokenOf(request, deps.config);
    if (token === null || !isToken(token)) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    if ((call.body_limit ?? 0) > JSON_LIMIT) {
      const found = await findSession(deps.db, token, NOTHING, deps.clock());
      if (!found) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    }
    return payload;
  };
}

/** The session and user of a request if the call's access admits them, else the refusal (rules.md §1). */
export async function guard<B = null>(
  request: FastifyRequest,
  deps: Deps,
  access: Access,
  extra: RawBuilder<B> | null = null,
): Promise<Admitted<B> | Refusal> {
  if (access === 'public')
    return { session: null as unknown as Session, user: null as unknown as UserRow, extra: null };
  const token = accessTokenOf(request, deps.config);
  const found = token === null ? null : await findSession(deps.db, token, extra ?? NOTHING, deps.clock());
  if (!found) return refuse('NOT_SIGNED_IN');
  const user = found.user as UserRow;
  if (access === 'session') return { ...found, user };
  if (!found.user) return refuse('NO_RECORD');
  if (access === 'profile' && !hasProfileData(user)) return refuse('NO_PROFILE_DATA');
  return { ...found, user };
}

/**
 * Binds one call of the contract to its handler: access, then parsing, then the handler, then an answer stripped to
 * its schema. Unknown fields never reach the handler and undeclared ones never leave. `readExtra` is a SQL expression
 * that a hot call reads in the same query as the session.
 */
export function route<I, O, S extends CallSchemas, B = null>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O>,
  schemas: S,
  handler: (
    context: Context<S, B>,
  ) => Promise<Answer<S> | Refusal | FastifyReply> | Answer<S> | Refusal | FastifyReply,
  readExtra: (sent: Sent<S>, now: Date) => RawBuilder<B> | null = () => null,
): void {
  const status = schemas.status ?? 200;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.body_limit ?? (call.access === 'public' ? PUBLIC_LIMIT : JSON_LIMIT),
    ...(call.access === 'public' ? {} : { preParsing: admitBeforeReading(deps, call) }),
    schema: describeCall(call, schemas),
    config: { call },
    // Parsing happens in the handler, after access: a request without a session learns nothing about the input schema.
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      const now = deps.clock();
      const sent = parseSent(schemas, request);
      const extra = sent instanceof Refusal ? null : readExtra(sent, now);
      const admitted = await guard(request, deps, call.access, extra);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      if (sent instanceof Refusal) return sendRefusal(reply, sent);
      const answer = await handler({ ...sent, ...admitted, now, request, reply });
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
  const query = parse(schemas.query, request.query);
  if (query instanceof Refusal) return query;
  const body = parse(schemas.body, request.body);
  return body instanceof Refusal ? body : ({ query, body } as Sent<S>);
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
