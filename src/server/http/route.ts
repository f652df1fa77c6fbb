import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Access, Call } from '#contract/call.ts';
import { JSON_LIMIT, PUBLIC_LIMIT } from '#contract/call.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import { findLogin, type Login, type UserRow } from '../sessions/find-session.ts';
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

/** What a handler is given. `login` and `user` are as sure as the call's access makes them. */
export type Context<S extends CallSchemas, B = null> = Sent<S> & {
  /** What was read together with the login; null if nothing was. */
  beside: B | null;
  /** Never null unless the call is public. */
  login: Login;
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

type Admitted<B> = { login: Login; user: UserRow; beside: B | null };

/** Answers before the body has arrived: what is left of it is not waited for. */
export function refuseUnread(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendRefusal(reply.header('connection', 'close'), refusal);
}

/**
 * Refuses strangers before their body is read. A made-up token of the right form costs one query by an index, and only
 * where the body may be large; the handler looks the session up again, as it may have ended while the body came.
 */
function admitBeforeReading(
  deps: Deps,
  call: Pick<Call<never, unknown>, 'body_limit'>,
): preParsingAsyncHookHandler {
  return async (request, reply, payload) => {
    const token = accessTokenOf(request, deps.config);
    if (token === null || !isToken(token)) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    if ((call.body_limit ?? 0) > JSON_LIMIT) {
      const found = await findLogin(deps.db, token, NOTHING, deps.clock());
      if (!found) return refuseUnread(reply, refuse('NOT_SIGNED_IN')) as never;
    }
    return payload;
  };
}

/** Who makes this request, if the call lets him in; else the refusal (rules.md §1). Public calls look nobody up. */
export async function guard<B = null>(
  request: FastifyRequest,
  deps: Deps,
  access: Access,
  beside: RawBuilder<B> | null = null,
): Promise<Admitted<B> | Refusal> {
  if (access === 'public')
    return { login: null as unknown as Login, user: null as unknown as UserRow, beside: null };
  const token = accessTokenOf(request, deps.config);
  const found = token === null ? null : await findLogin(deps.db, token, beside ?? NOTHING, deps.clock());
  if (!found) return refuse('NOT_SIGNED_IN');
  const user = found.user as UserRow;
  if (access === 'login') return { ...found, user };
  if (!found.user) return refuse('NO_RECORD');
  if (access === 'profile' && !hasProfileData(user)) return refuse('NO_PROFILE_DATA');
  return { ...found, user };
}

/**
 * Binds one call of the contract to its handler: access, then parsing, then the handler, then an answer stripped to
 * its schema. Unknown fields never reach the handler and undeclared ones never leave. A call that is asked for often
 * names in `readBeside` what is read in one query with the login.
 */
export function route<I, O, S extends CallSchemas, B = null>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O>,
  schemas: S,
  handler: (
    context: Context<S, B>,
  ) => Promise<Answer<S> | Refusal | FastifyReply> | Answer<S> | Refusal | FastifyReply,
  readBeside: (sent: Sent<S>, now: Date) => RawBuilder<B> | null = () => null,
): void {
  const status = schemas.status ?? 200;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.body_limit ?? (call.access === 'public' ? PUBLIC_LIMIT : JSON_LIMIT),
    ...(call.access === 'public' ? {} : { preParsing: admitBeforeReading(deps, call) }),
    schema: describeCall(call, schemas),
    config: { call },
    // Parsing happens in the handler, and access is answered first: a stranger learns nothing about what a call takes.
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      const now = deps.clock();
      const sent = parseSent(schemas, request);
      const beside = sent instanceof Refusal ? null : readBeside(sent, now);
      const admitted = await guard(request, deps, call.access, beside);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      if (sent instanceof Refusal) return sendRefusal(reply, sent);
      const answer = await handler({ ...sent, ...admitted, now, request, reply });
      if (answer instanceof Refusal) return sendRefusal(reply, answer);
      // Sent by the handler itself, as a stream.
      if (answer === reply || reply.sent) return reply;
      // A handler may have set another status of success, as 202 for work that is still under way.
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

/** A refused body names its fields: `details` maps each to its words. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = judge(schema, value ?? {});
  if (parsed?.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const issue of parsed?.error.issues ?? []) details[issue.path.join('.') || 'body'] ??= issue.message;
  const code: ErrorCode = 'INVALID_INPUT';
  return refuse(code, { details });
}

/**
 * Zod compares the `length` of what came with a limit even if it is no text or list, and of {"length":{"toString":1}}
 * no number can be made. Such a body is refused as others are, without details: it was not typed into a field.
 */
function judge(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> | null {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
