import type { CallSchemas, Gives, Takes } from './schemas.ts';

/**
 * Required to make a call: nothing, a client's session, a session with a user record, a record with profile data, a staff
 * session, or one that has just proved a second factor and may read health data. A client's session never opens a staff
 * call, nor the other way round.
 */
export type Access = 'public' | 'session' | 'record' | 'profile' | StaffAccess;
export type StaffAccess = 'staff' | 'staff-unlocked';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** ':name' stands for a parameter of the call's `params`. */
type Route = `${Method} /${string}`;

/**
 * What a call of staff writes although it is no action, so that nothing has to be done once only: a preview writes nothing,
 * a draft is compared by its version, a read is recorded only, and own access is the member's sign-in, session, second factors and feed.
 */
type NoAction = 'preview' | 'draft' | 'read' | 'own-access';

/**
 * Why the visitors of a demo, who share one owner, may write this own access: it touches their session alone, or a link
 * that each of them can make again. Any other is refused, since it would lock the others out.
 */
type OpenToDemo = 'this-session' | 'made-again';

/**
 * ACTION: staff change something for others. Only staffAction() of the server binds it, which does it once and records it.
 */
export type Kind = 'ACTION' | 'OTHER';
type KindOf<R extends Route, A extends Access, O> = A extends StaffAccess
  ? R extends `GET ${string}`
    ? 'OTHER'
    : O extends { no_action: NoAction }
      ? 'OTHER'
      : 'ACTION'
  : 'OTHER';

/**
 * What a request counts against; `server/http/limits.ts` has the numbers and the proof that each one asks for. Two are never
 * limited: a `read` costs little, and a `way-out` ends what the caller has (a session, a hold, a link, open health data).
 */
export type Limit = Unlimited | PublicLimit | ClientLimit | StaffLimit;
type Unlimited = 'read' | 'way-out';
export type PublicLimit =
  | 'sign-in'
  | 'sign-up'
  | 'confirm-sign-up'
  | 'resend-code'
  | 'refresh-token'
  | 'forgot-password'
  | 'confirm-new-password'
  | 'password-link'
  | 'read-link'
  | 'pay-by-link'
  | 'change-by-link'
  | 'forms-by-link'
  | 'staff-sign-in'
  | 'staff-code'
  | 'staff-passkey-prompt'
  | 'staff-passkey'
  | 'staff-set-up'
  | 'demo-code';
export type ClientLimit =
  | 'write-user'
  | 'claim-record'
  | 'validate-address'
  | 'upload-photo'
  | 'publish-photo'
  | 'create-checkout'
  | 'checkout-status'
  | 'pay-balance'
  | 'change-booking'
  | 'read-bookings'
  | 'write-health';
export type StaffLimit = 'staff-write' | 'staff-draft' | 'staff-security';

/** A staff call that names none counts as a `staff-write`, or is a `read` if it is a GET. Every other call names one. */
type Limited<A extends Access> = A extends 'public'
  ? { limit: Unlimited | PublicLimit }
  : A extends StaffAccess
    ? { limit?: Unlimited | StaffLimit }
    : { limit: Unlimited | ClientLimit };

/** On answers to a staff session that is unlocked: until when, as an ISO instant. */
export const UNLOCKED_UNTIL = 'x-unlocked-until';

/**
 * One call of the HTTP contract (product.md §7.1). It has no schemas, so that none is shipped to the browser.
 * `types` exists only for the compiler.
 */
export type Call<Input, Output, A extends Access = Access, K extends Kind = Kind> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: A;
  readonly limit: Limit;
  /** 'omit' for the calls without cookies (product.md §7.1). */
  readonly credentials: 'include' | 'omit';
  /** Errors are plain text instead of JSON: the two password reset calls (product.md §7.1). */
  readonly plain_errors?: true;
  /** Maximum body size in bytes. Default: PUBLIC_LIMIT for public calls, JSON_LIMIT for others (rules.md §1). */
  readonly body_limit?: number;
  /** A write of staff that is no action. */
  readonly no_action?: NoAction;
  readonly open_to_demo?: OpenToDemo;
  /** A link may open it: a file to save or a calendar feed. Every other call answers scripts only (rules.md §1). */
  readonly opened_by_link?: true;
  readonly types?: { input: Input; output: Output; kind: K };
};

// Body limits in bytes (rules.md §1).
/** The largest legitimate body of a public call is below 1 KB. */
export const PUBLIC_LIMIT = 8 * 1024;
export const JSON_LIMIT = 64 * 1024;
export const NOTES_LIMIT = 2 * 1024 * 1024;
export const FORMS_LIMIT = 512 * 1024;
/** Each visitor of a post gets all of it. Pictures are files of their own. */
export const ARTICLE_LIMIT = 512 * 1024;
export const WEBHOOK_LIMIT = 256 * 1024;

/** A file in an answer. In the browser it is a Blob, which is no type of this folder. */
export type SentFile = { readonly size: number; readonly type: string };

/** The schemas of a call without input. */
export type NoInput = Record<never, never>;

type Options<A extends Access> = Omit<
  Call<unknown, unknown>,
  'method' | 'path' | 'access' | 'limit' | 'credentials' | 'types'
> &
  Limited<A> & { credentials?: 'omit' };

const limitOfStaff = (method: Method): Limit => (method === 'GET' ? 'read' : 'staff-write');

/**
 * Defines a call by its schemas; `credentials` is 'include' by default, `Output` is given where the answer is not JSON.
 * It takes two steps because the compiler infers access and kind only if no other type argument is written with them.
 */
export function call<S extends CallSchemas, Output = Gives<S>>() {
  type Made<R extends Route, A extends Access, O> = Call<Takes<S>, Output, A, KindOf<R, A, O>>;
  function define<R extends Route, A extends StaffAccess>(route: R, access: A): Made<R, A, object>;
  function define<R extends Route, A extends Access, const O extends Options<A>>(
    route: R,
    access: A,
    options: O,
  ): Made<R, A, O>;
  function define(
    route: Route,
    access: Access,
    options: Partial<Options<Access>> = {},
  ): Call<Takes<S>, Output> {
    const [method, path] = route.split(' ') as [Method, `/${string}`];
    return { method, path, access, credentials: 'include', limit: limitOfStaff(method), ...options };
  }
  return define;
}

type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;

/** Requires that a call takes and gives exactly what these schemas say; any other call is a type error. */
export type Paired<I, O, S extends CallSchemas> =
  Same<[I, O], [Takes<S>, Gives<S>]> extends true ? unknown : { schemas_of_another_call: never };

export type InputOf<C> = C extends Call<infer I, unknown> ? I : never;
/** What a call is sent. */
export type BodyOf<C> = InputOf<C> extends { body?: infer B } ? NonNullable<B> : never;
export type OutputOf<C> = C extends Call<never, infer O> ? O : C extends Call<infer _I, infer O> ? O : never;
