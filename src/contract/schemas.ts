import { z } from 'zod';
import { EMAIL_PROBLEM, parseEmail } from '#domain/people/email.ts';
import { PHONE_PROBLEM, toE164 } from '#domain/people/phone.ts';
import { cleanLine, cleanLines, cleanName, isStorable, NOT_STORABLE } from '#domain/text/typed-text.ts';

/** The input and answer of one call. `status`: on success, 200 by default; 204 has no answer. */
export type CallSchemas = {
  /** The ':name' parts of the path. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 303;
  /** Other statuses of success, with the same answer. */
  also?: readonly (202 | 304)[];
};

/** The input as the browser sends it: `params`, `query` and `body`, each where the call has it, optional where it may be empty. */
export type Takes<S extends CallSchemas> = Part<'params', S> & Part<'query', S> & Part<'body', S>;
type Part<K extends 'params' | 'query' | 'body', S extends CallSchemas> =
  S extends Record<K, infer P extends z.ZodType>
    ? {} extends z.input<P>
      ? { [key in K]?: z.input<P> | undefined }
      : { [key in K]: z.input<P> }
    : { [key in K]?: undefined };

/** The answer as the browser receives it. */
export type Gives<S extends CallSchemas> = S extends { answer: infer A extends z.ZodType }
  ? z.output<A>
  : undefined;

// What a person types goes through the parsers of the domain (decision 0058), so that a field, a call, the search and the
// duplicate question take the same. Every text of an input is one of these, or has a fixed format.

const typed = (clean: (text: string) => string, max: number, missing?: string) =>
  z
    .string({ error: missing })
    .overwrite(clean)
    .max(max, `Please keep this under ${max} characters.`)
    .refine(isStorable, NOT_STORABLE);

/** Parses one line that a person types, at most `max` characters. `missing` is the message where it was not sent. */
export const text = (max: number, missing?: string) => typed(cleanLine, max, missing);
/** Parses text of several lines that a person types. */
export const multilineText = (max: number) => typed(cleanLines, max);
/** The name of a person; '' if nothing in it is visible. */
export const personName = typed(cleanName, 100);
/** An e-mail address as it is stored. */
export const email = z
  .string()
  .overwrite(cleanLine)
  .max(400)
  .transform((value, context) => parsed(parseEmail(value), 'Please enter a valid email address.', context));
/** Parses a phone number to the form that is stored. */
export const phone = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(cleanLine)
    .max(60, PHONE_PROBLEM)
    .transform((value, context) => parsed(toE164(value), PHONE_PROBLEM, context));

/** The same where a person may have none: null for a phone number, '' for an e-mail address. */
export const phoneOrNone = z
  .string()
  .overwrite(cleanLine)
  .max(60, PHONE_PROBLEM)
  .transform((value, context) => (value === '' ? null : parsed(toE164(value), PHONE_PROBLEM, context)));
export const emailOrNone = z
  .string()
  .overwrite(cleanLine)
  .max(400)
  .transform((value, context) => (value === '' ? '' : parsed(parseEmail(value), EMAIL_PROBLEM, context)));

function parsed(value: string | null, problem: string, context: z.RefinementCtx): string {
  if (value !== null) return value;
  context.addIssue(problem);
  return z.NEVER;
}

/** Marks a text as one that is compared as it is, or that the domain cleans when it knows what is in it. */
export const asSent = (value: string): string => value;
/** Parses what a program sends and the server only compares: ids, tokens, passwords. */
export const opaque = (max: number) => z.string().overwrite(asSent).max(max);

/** A calendar date 'yyyy-MM-dd'. */
export const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Please give the date as YYYY-MM-DD.');
/** 'HH:mm' on the practice's clock. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give the time as 14:30.');
/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** The UUID that a browser made when the dialog opened. A repeat gets the first result (rules.md §9). */
export const action_id = z.uuid();
/** An id is only compared, never trusted: any short text. A malformed id is answered like a missing one. */
export const id = opaque(200).min(1);
/** The version of a draft: an integer of the database, from which one more is counted. */
export const version = z.number().int().min(0).max(2_147_483_646);
/** Dollars on the wire (product.md §3.2); the server uses cents. */
export const dollars = z.number();

/** The body of every error (rules.md §1). */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.unknown().optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const message = z.object({ message: z.string() });
