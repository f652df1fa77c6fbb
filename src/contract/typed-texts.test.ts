import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cleanLine, cleanLines, cleanName } from '#domain/text/typed-text.ts';
import { asSent, type CallSchemas } from './schemas.ts';

// Each text of each input is parsed by the one policy for what people type (decision 0058), or has a fixed format.

const PARSERS: ReadonlySet<unknown> = new Set([cleanLine, cleanLines, cleanName, asSent]);

type Def = {
  type: string;
  format?: string;
  checks?: readonly { _zod: { def: { check: string; tx?: unknown } } }[];
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
} & Partial<Record<'innerType' | 'element' | 'in' | 'keyType' | 'valueType', z.ZodType>>;

/** The paths of the texts in a schema that no parser has. */
function rawTexts(schema: z.ZodType, path: string): string[] {
  const def = schema.def as unknown as Def;
  if (def.type === 'string') {
    const has = (def.checks ?? []).map(({ _zod }) => _zod.def);
    const isParsed = has.some(({ check, tx }) => check === 'string_format' || PARSERS.has(tx));
    return isParsed || def.format !== undefined ? [] : [path];
  }
  const { innerType, element, in: before, keyType, valueType } = def;
  const inner = [innerType, element, before, keyType, valueType, ...(def.options ?? [])];
  return [
    ...inner.flatMap((each) => (each ? rawTexts(each, path) : [])),
    ...Object.entries(def.shape ?? {}).flatMap(([name, each]) => rawTexts(each, `${path}.${name}`)),
  ];
}

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.schemas.ts'));
const modules = await Promise.all(
  files.map(
    async (file) =>
      [file, (await import(join(import.meta.dirname, file))) as Record<string, unknown>] as const,
  ),
);
const inputs = modules.flatMap(([file, schemas]) =>
  Object.entries(schemas).flatMap(([name, each]) => {
    if (typeof each !== 'object' || each === null || each instanceof z.ZodType) return [];
    const { params, query, body } = each as CallSchemas;
    return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [[`${file} ${name}.${part}`, schema] as const] : [],
    );
  }),
);

test('every text of every input goes through a parser of the domain', () => {
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.flatMap(([path, schema]) => rawTexts(schema, path))).toEqual([]);
});

test('control: a raw text is found, wherever it stands', () => {
  const raw = z.string().max(10);
  const schema = z.object({
    a: raw.nullish(),
    b: z.array(z.union([z.number(), raw])),
    c: z.record(raw, z.discriminatedUnion('k', [z.object({ k: z.literal('x'), d: raw.transform(Number) })])),
    e: z.uuid(),
    f: z.string().overwrite(cleanLine).max(3),
  });
  expect(rawTexts(schema, '')).toEqual(['.a', '.b', '.c', '.c.d']);
});
