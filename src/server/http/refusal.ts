import { type ErrorCode, statusOf, messageOf } from '#contract/errors.ts';

/** What a handler returns instead of its result when a rule refuses: a value, never thrown (docs/architecture.md §6). */
export class Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details: unknown) {
    this.code = code;
    this.message = message;
    this.details = details;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** The present password was wrong; `field` is the one that it was typed in. */
export const refusePassword = (field: 'password' | 'current_password'): Refusal =>
  refuse('WRONG_PASSWORD', { details: { [field]: 'This isn’t your password.' } });

/** `message` replaces the message of contract/errors.ts where a rule has a more exact one. */
export function refuse(code: ErrorCode, more: { message?: string; details?: unknown } = {}): Refusal {
  return new Refusal(code, more.message ?? messageOf(code), more.details);
}
