import type { Journal } from './journal.ts';
import { type FormBody, textAt } from './form-body.ts';

/** An error in Stripe's shape. Thrown inside the sandbox only; api.ts turns it into an answer. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string; param?: string } };

  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    const { type = 'invalid_request_error', ...rest } = more;
    this.body = { error: { type, message, ...rest } };
  }
}

/** Parameters in the path: a missing object is 404 there, but 400 in other parameters. */
const PATH_PARAMS = new Set(['id', 'session', 'intent']);

export const missing = (what: string, id: string, param = 'id') =>
  new ProviderError(PATH_PARAMS.has(param) ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

export const required = (param: string) =>
  new ProviderError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new ProviderError(400, message, { code, param });

const TEXT_LIMIT = 5000;

/** The text at this key; null without one. @throws ProviderError if it is too long */
export function limited(body: FormBody, key: string): string | null {
  const text = textAt(body, key);
  if (text !== undefined && text.length > TEXT_LIMIT)
    throw invalid(key, `Invalid string: ${key} is too long`);
  return text === undefined || text === '' ? null : text;
}

/** The shared context of the provider's parts. */
export type ProviderContext = {
  journal: Journal;
  /** Now, in seconds since 1970 as in Stripe's API. */
  seconds: () => number;
  /** Sends an event to the site. Call it after the change is written. */
  emit: (type: string, object: object) => void;
};

export function fail(error: Error): never {
  throw error;
}
