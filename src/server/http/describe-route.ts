import type {} from '@fastify/swagger'; // schema.tags and the like
import { z } from 'zod';
import type { Access, Call } from '#contract/call.ts';
import { type CallSchemas, errorBody } from '#contract/schemas.ts';

type AnyCall = Call<never, unknown> | Call<unknown, unknown>;
type JsonSchema = Record<string, unknown>;

/** Many routes have the same schemas, that of refusals above all; converting is most of what building an app takes. */
const converted = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
};

/** Converts a zod schema to JSON Schema, as OpenAPI 3.1 uses it. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = converted[io].get(schema);
  if (known) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  converted[io].set(schema, rest);
  return rest;
}

const TEXT: JsonSchema = { type: 'string' };
const EMPTY = { type: 'null' };
const UNCHANGED = { description: 'Unchanged', ...EMPTY };
const content = (media: string, schema: JsonSchema) => ({ content: { [media]: { schema } } });

function refusals(plain: boolean) {
  const body = plain
    ? content('text/plain', TEXT)
    : content('application/json', jsonSchema(errorBody, 'output'));
  const how = plain ? ', in plain text' : '';
  return {
    '4xx': { description: `Refused${how}`, ...body },
    '5xx': { description: `Failed${how}`, ...body },
  };
}

const SCHEMES: Record<Exclude<Access, 'public'>, string> = {
  session: 'login',
  record: 'login',
  profile: 'login',
  staff: 'staff',
  'staff-unlocked': 'staff',
};
const securityOf = (access: Access): Record<string, string[]>[] =>
  access === 'public' ? [] : [{ [SCHEMES[access]]: [] }];
const TAGS = new Map([
  ['auth', 'signed in'],
  ['api', 'staff'],
]);
const tagOf = (path: string) => TAGS.get(path.split('/')[1]!) ?? 'public';

/** The parts of a call's description that come from its schemas. */
function inputOf(schemas: Pick<CallSchemas, 'params' | 'query' | 'body'>) {
  return {
    ...(schemas.params ? { params: jsonSchema(schemas.params, 'input') } : {}),
    ...(schemas.query ? { querystring: jsonSchema(schemas.query, 'input') } : {}),
    ...(schemas.body ? { body: jsonSchema(schemas.body, 'input') } : {}),
  };
}

/** Describes a call of the contract for /openapi.json. */
export function describeCall(call: AnyCall, schemas: CallSchemas) {
  const done = schemas.answer
    ? { description: 'Done', ...content('application/json', jsonSchema(schemas.answer, 'output')) }
    : { description: 'Done', ...EMPTY };
  const statuses = [schemas.status ?? 200, ...(schemas.also ?? [])];
  const answers = statuses.map((status) => [status, status === 304 ? UNCHANGED : done]);
  return {
    tags: [tagOf(call.path)],
    summary: `${call.method} ${call.path}`,
    security: securityOf(call.access),
    ...inputOf(schemas),
    response: {
      ...(Object.fromEntries(answers) as Record<string, typeof done>),
      ...refusals(call.plain_errors ?? false),
    },
  };
}

type Described = {
  tag: string;
  summary: string;
  access: Access;
  /** Media type of a successful answer; null if it has no body. */
  media: string | null;
  /** Whether a conditional request may be answered with 304. */
  revalidated?: true;
  /** Media type of a 404 in addition to JSON. */
  errors?: 'text/html';
  params?: z.ZodType;
  query?: z.ZodType;
  /** Media type of a raw body. */
  takes?: string;
};

/** Describes a route that sends a file or a page rather than JSON of the contract. */
export function describeRoute(described: Described) {
  const { tag, summary, access, media, revalidated, errors, params, query, takes } = described;
  const sent = media === 'application/json' ? {} : TEXT;
  const problem = content('application/json', jsonSchema(errorBody, 'output')).content;
  return {
    tags: [tag],
    summary,
    security: securityOf(access),
    ...inputOf({ ...(params && { params }), ...(query && { query }) }),
    ...(takes ? { consumes: [takes], body: { type: 'string', format: 'binary' } } : {}),
    response: {
      200: { description: 'Done', ...(media === null ? EMPTY : content(media, sent)) },
      ...(revalidated ? { 304: UNCHANGED } : {}),
      ...refusals(false),
      ...(errors
        ? { 404: { description: 'Not found', content: { ...problem, [errors]: { schema: TEXT } } } }
        : {}),
    },
  };
}
