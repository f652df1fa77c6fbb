import type { CallSchemas, Gives, Takes } from './schemas.ts';

/**
 * Required to make a call: nothing, a client's session, a session with a user record, a record with profile data, a staff
 * session, or one that has just proved a second factor and may read health data. A client's session never opens a staff
 * call, nor the other way round.
 */
export type Access = 'public' | 'session' | 'record' | 'profile' | 'staff' | 'staff-unlocked';

/** On answers to a staff session that is unlocked: until when, as an ISO instant. */
export const UNLOCKED_UNTIL = 'x-unlocked-until';

/**
 * One call of the HTTP contract (product.md §7.1). It has no schemas, so that none is shipped to the browser.
 * `types` exists only for the compiler.
 */
export type Call<Input, Output, A extends Access = Access> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** ':name' stands for a parameter of the call's `params`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** 'omit' for the calls without cookies (product.md §7.1). */
  readonly credentials: 'include' | 'omit';
  /** Errors are plain text instead of JSON: the two password reset calls (product.md §7.1). */
  readonly plain_errors?: true;
  /** Maximum body size in bytes. Default: PUBLIC_LIMIT for public calls, JSON_LIMIT for others (rules.md §1). */
  readonly body_limit?: number;
  readonly types?: { input: Input; output: Output };
};

// Body limits in bytes (rules.md §1).
/** The largest legitimate body of a public call is below 1 KB. */
export const PUBLIC_LIMIT = 8 * 1024;
export const JSON_LIMIT = 64 * 1024;
export const NOTES_LIMIT = 2 * 1024 * 1024;
export const FORMS_LIMIT = 512 * 1024;
export const WEBHOOK_LIMIT = 256 * 1024;

/** The schemas of a call without input. */
export type NoInput = Record<never, never>;

/**
 * Defines a call by its schemas; `credentials` is 'include' by default, `Output` is given where the answer is not JSON.
 * It takes two steps because the compiler infers the access level only if no other type argument is written with it.
 */
export function call<S extends CallSchemas, Output = Gives<S>>() {
  return <const A extends Access>(
    definition: Omit<Call<Takes<S>, Output, A>, 'credentials' | 'types'> & { credentials?: 'omit' },
  ): Call<Takes<S>, Output, A> => ({ credentials: 'include', ...definition });
}

type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;

/** Requires that a call takes and gives exactly what these schemas say; any other call is a type error. */
export type Paired<I, O, S extends CallSchemas> =
  Same<[I, O], [Takes<S>, Gives<S>]> extends true ? unknown : { schemas_of_another_call: never };

export type InputOf<C> = C extends Call<infer I, unknown> ? I : never;
export type OutputOf<C> = C extends Call<never, infer O> ? O : C extends Call<infer _I, infer O> ? O : never;
