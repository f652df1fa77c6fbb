import { DatabaseError } from 'pg';
import { withSourcePositions } from './source-positions.ts';

type LoggedError = { type: string; message: string; stack: string; [more: string]: unknown };

/**
 * Serialises an error for the log. A database error is reduced to what names the fault, since its message, detail and
 * context repeat values of the statement, which may be text from a client.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: '' };
  const { cause } = error;
  const stack = withSourcePositions(error.stack ?? '');
  if (error instanceof DatabaseError) {
    const { code, constraint, table, routine } = error;
    const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
    const message = `SQLSTATE ${code}`;
    return { type: 'DatabaseError', message, code, constraint, table, routine, stack: frames.join('\n') };
  }
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack,
    ...(cause instanceof Error ? { cause: serializeError(cause) } : {}),
  };
}
