import { readdirSync } from 'node:fs';
import type { Call } from '#contract/call.ts';

const folder = new URL('../../src/contract/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.calls.ts'));
const modules = await Promise.all(
  files.map(
    (file) => import(new URL(file, folder).pathname) as Promise<Record<string, Call<never, unknown>>>,
  ),
);

/** Every call of the contract. */
export const CALLS: readonly Call<never, unknown>[] = modules.flatMap((calls) => Object.values(calls));
