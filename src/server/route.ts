import type {} from '@fastify/swagger'; // schema.tags and the like
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Call } from '#contract/call.ts';
import { JSON_LIMIT } from '#contract/call.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type CallSchemas, errorBody } from '#contract/schemas.ts';
import { findLogin, type Login, type UserRow } from './auth/find-login.ts';
import { accessTokenOf } from './auth/cookies.ts';
import type { Deps } from './deps.ts';
import { sendRefusal } from './http/errors.ts';
import { Refusal, refuse } from './refusal.ts';

type Parsed<S extends CallSchemas, K extends 'query' | 'body'> = S[K] extends z.ZodType
  ? z.output<S[K]>
  : undefined;

/** What a handler is given. `login` and `user` are as sure as the call's access makes them. */
export type Context<S extends CallSchemas> = {
  query: Parsed<S, 'query'>;
  body: Parsed<S, 'body'>;
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
export function hasProfileData(user: Pick<UserRow, 'pronouns' | 'birthdate' | 'phone'>): boolean {
  return Boolean(user.pronouns && user.birthdate && user.phone);
}

/** Who makes this request, if the call lets him in; else the refusal (rules.md §1). Public calls look nobody up. */
export async function guard(
  request: FastifyRequest,
  deps: Deps,
  access: Access,
): Promise<{ login: Login; user: UserRow } | Refusal> {
  const nobody = { login: null as unknown as Login, user: null as unknown as UserRow };
  if (access === 'public') return nobody;
  const token = accessTokenOf(request, deps.config);
  const found = token === null ? null : await findLogin(deps.db, token, deps.clock());
  if (!found) return refuse('NOT_SIGNED_IN');
  const user = found.user;
  if (access === 'login') return { login: found.login, user: user as UserRow };
  if (!user) return refuse('NO_RECORD');
  if (access === 'profile' && !hasProfileData(user)) return refuse('NO_PROFILE_DATA');
  return { login: found.login, user };
}

/**
 * Binds one call of the contract to its handler: access, then parsing, then the handler, then an answer stripped to
 * its schema. Unknown fields never reach the handler and undeclared ones never leave.
 */
export function route<I, O, S extends CallSchemas>(
  app: FastifyInstance,
  deps: Deps,
  call: Call<I, O>,
  schemas: S,
  handler: (context: Context<S>) => Promise<Answer<S> | Refusal> | Answer<S> | Refusal,
): void {
  const status = schemas.status ?? 200;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: call.body_limit ?? JSON_LIMIT,
    schema: documentation(call, schemas),
    config: { call },
    // Parsing happens in the handler, after access: a stranger learns nothing about what a call takes.
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      const admitted = await guard(request, deps, call.access);
      if (admitted instanceof Refusal) return sendRefusal(reply, admitted);
      const query = parse(schemas.query, request.query);
      if (query instanceof Refusal) return sendRefusal(reply, query);
      const body = parse(schemas.body, request.body);
      if (body instanceof Refusal) return sendRefusal(reply, body);
      const answer = await handler({
        query: query as Parsed<S, 'query'>,
        body: body as Parsed<S, 'body'>,
        login: admitted.login,
        user: admitted.user,
        now: deps.clock(),
        request,
        reply,
      });
      if (answer instanceof Refusal) return sendRefusal(reply, answer);
      if (reply.sent) return reply;
      // A handler may have set another status of success, as 202 for work that is still under way.
      if (reply.statusCode === 200) reply.code(status);
      if (schemas.answer === undefined || status === 204) return reply.send();
      return reply.send(schemas.answer.parse(answer));
    },
  });
}

/** A refused body names its fields: `details` maps each to its words. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const issue of parsed.error.issues) details[issue.path.join('.') || 'body'] ??= issue.message;
  const code: ErrorCode = 'INVALID_INPUT';
  return refuse(code, { details });
}

function documentation(call: Call<never, unknown> | Call<unknown, unknown>, schemas: CallSchemas) {
  const json = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return rest;
  };
  const problem = { description: 'Refused', ...json(errorBody, 'output') };
  const status = schemas.status ?? 200;
  return {
    tags: [call.path.split('/')[1] === 'auth' ? 'signed in' : 'public'],
    summary: `${call.method} ${call.path}`,
    ...(call.access === 'public' ? {} : { security: [{ login: [] }] }),
    ...(schemas.query ? { querystring: json(schemas.query, 'input') } : {}),
    ...(schemas.body ? { body: json(schemas.body, 'input') } : {}),
    response: {
      [status]: schemas.answer
        ? { description: 'Done', ...json(schemas.answer, 'output') }
        : { description: 'Done', type: 'null' },
      '4xx': call.plain_errors ? { description: 'Refused, in plain text', type: 'string' } : problem,
      '5xx': call.plain_errors ? { description: 'Failed, in plain text', type: 'string' } : problem,
    },
  };
}
