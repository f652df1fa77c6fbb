import { z } from 'zod';
import { hasControlCharacterInLine } from '#domain/control-characters.ts';

/** The input and answer of one call. `status`: on success, 200 by default; 204 has no answer. */
export type CallSchemas = {
  /** The ':name' parts of the path. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  status?: 200 | 201 | 202 | 204;
  /** Other statuses of success, with the same answer. */
  also?: readonly (202 | 304)[];
};

/** The input as the browser sends it: `params`, `query` and `body`, each where the call has it. */
export type Takes<S extends CallSchemas> = (S extends { params: infer P extends z.ZodType }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (S extends { query: infer Q extends z.ZodType } ? { query: z.input<Q> } : { query?: undefined }) &
  (S extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined });

/** The answer as the browser receives it. */
export type Gives<S extends CallSchemas> = S extends { answer: infer A extends z.ZodType }
  ? z.output<A>
  : undefined;

/**
 * One line of text that a client types: trimmed, at most `max` characters, line ends and tabs as spaces. Control
 * characters, lone surrogates and marks that reverse the reading direction are refused, because they break databases,
 * mails and terminals.
 */
export const text = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/[\t\r\n]+/g, ' '))
    .trim()
    .max(max, `Please keep this under ${max} characters.`)
    .refine(
      (value) => !hasControlCharacterInLine(value),
      'This text contains a character that cannot be stored.',
    );

/** Text of several lines that a person types: as `text`, but line ends stay, each as one line feed. */
export const multilineText = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n').replaceAll('\t', ' '))
    .trim()
    .max(max, `Please keep this under ${max} characters.`)
    .refine(
      (value) => !hasControlCharacterInLine(value),
      'This text contains a character that cannot be stored.',
    );

/** A calendar date 'yyyy-MM-dd'. */
export const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Please give the date as YYYY-MM-DD.');
/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** An id is only compared, never trusted: any short text. A malformed id is answered like a missing one. */
/** The UUID that a browser made when the dialog opened. A repeat gets the first result (rules.md §9). */
export const action_id = z.uuid();
export const id = z.string().min(1).max(200);
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
