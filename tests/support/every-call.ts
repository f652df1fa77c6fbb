import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Access, Call } from '#contract/call.ts';

export type AnyCall = Call<unknown, unknown, Access>;

const FOLDER = join(import.meta.dirname, '../../src/contract');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.calls.ts'));
const modules = await Promise.all(
  files.map(async (name) => (await import(join(FOLDER, name))) as Record<string, AnyCall>),
);

/** Every call of the contract. */
export const EVERY_CALL: readonly AnyCall[] = modules.flatMap((module) => Object.values(module));
