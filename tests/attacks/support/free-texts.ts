import { z } from 'zod';
import { EVERY_CALL, schemasOf } from '../../support/every-call.ts';

type JsonSchema = {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
};

/** What only names something: an id, a proof, or what the site itself gave out. */
const IS_NAME =
  /(?:^|[._])(?:id|ids\[\]|\w+_id|\w+Id|also_for\[\]|rescheduling|booking|into|availabilities\[\]|service|quote|\w+_hash|code|\w+_code|confirmationCode|password|\w*token)$/;

function textsIn(schema: JsonSchema, path: string): string[] {
  const inside = [
    ...[schema.anyOf, schema.oneOf, schema.allOf]
      .flatMap((some) => some ?? [])
      .map((each) => textsIn(each, path)),
    ...Object.entries(schema.properties ?? {}).map(([name, each]) =>
      textsIn(each, path ? `${path}.${name}` : name),
    ),
    ...(schema.items ? [textsIn(schema.items, `${path}[]`)] : []),
    ...(typeof schema.additionalProperties === 'object' ? [textsIn(schema.additionalProperties, path)] : []),
  ].flat();
  const { type, format, pattern } = schema;
  const isFree = type === 'string' && !format && !pattern && !schema.enum && schema.const === undefined;
  return isFree && !IS_NAME.test(path) ? [path, ...inside] : inside;
}

/** Every text of the contract that people type freely: 'POST /api/staff/bookings/:id/refund reason'. */
export const FREE_TEXTS: ReadonlySet<string> = new Set(
  EVERY_CALL.flatMap((call) => {
    const body = schemasOf(call)?.body;
    if (!body) return [];
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    return textsIn(schema as JsonSchema, '').map((path) => `${call.method} ${call.path} ${path}`);
  }),
);
