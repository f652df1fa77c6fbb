/** Required to make a call: nothing, a session, a session with a user record, or a record with profile data. */
export type Access = 'public' | 'session' | 'record' | 'profile';

/**
 * One call of the HTTP contract (product.md §7.1). It has no schemas, so that none is shipped to the browser.
 * `types` exists only for the compiler.
 */
export type Call<Input, Output> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
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

/** Defines a call; `credentials` is 'include' by default. */
export function call<Input, Output>(
  definition: Omit<Call<Input, Output>, 'credentials' | 'types'> & { credentials?: 'omit' },
): Call<Input, Output> {
  return { credentials: 'include', ...definition };
}

export type InputOf<C> = C extends Call<infer I, unknown> ? I : never;
export type OutputOf<C> = C extends Call<never, infer O> ? O : C extends Call<infer _I, infer O> ? O : never;
