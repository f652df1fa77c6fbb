import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Access, Call } from '#contract/call.ts';
import * as clientCalls from '#contract/client.calls.ts';
import type { CallSchemas } from '#contract/schemas.ts';
import * as staffCalls from '#contract/staff.calls.ts';

export type AnyCall = Call<unknown, unknown, Access>;

const calls = Object.entries({ ...clientCalls, ...staffCalls }) as unknown as [string, AnyCall][];
/** Every call of the contract. */
export const EVERY_CALL: readonly AnyCall[] = calls.map(([, call]) => call);

const FOLDER = join(import.meta.dirname, '../../src/contract');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.schemas.ts'));
const schemas = Object.assign(
  {},
  ...(await Promise.all(files.map((name) => import(join(FOLDER, name))))),
) as Readonly<Record<string, CallSchemas | undefined>>;
const byCall = new Map(calls.map(([name, call]) => [call, schemas[name]]));
/** The schemas of a call, which have its name; undefined if it takes and gives nothing. */
export const schemasOf = (call: AnyCall): CallSchemas | undefined => byCall.get(call);
