import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Call } from '#contract/call.ts';
import { codeOfBrokenConstraint } from '../db/constraints.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../db/unavailable.ts';
import { HasherBusy } from '../runtime/password-hasher.ts';
import { type Refusal, refuse } from './refusal.ts';
import { isForbiddenKey } from './forbidden-key.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call<never, unknown> | Call<unknown, unknown>;
  }
}

/** The code that a request was refused with, for the security log. */
export const refusedWith = new WeakMap<FastifyRequest, ErrorCode>();

/** Sends a refusal in the shape of rules.md §1, or as plain text for the two password reset calls. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.code(refusal.status);
  refusedWith.set(reply.request, refusal.code);
  if (reply.request.routeOptions.config.call?.plain_errors) {
    return reply.type('text/plain; charset=utf-8').send(refusal.message);
  }
  return reply.type('application/json; charset=utf-8').send({
    error: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.details === undefined ? {} : { details: refusal.details }),
    request_id: reply.request.id,
  });
}

/** Maps Fastify's own error codes; every other 4xx of Fastify is BAD_REQUEST. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

function refusalOf(error: FastifyError): Refusal {
  const broken = codeOfBrokenConstraint(error);
  if (broken !== undefined) return refuse(broken);
  if (isDatabaseUnavailable(error)) return refuse('UNAVAILABLE');
  if (isLockTimeout(error)) return refuse('BOOKING_IN_PROGRESS');
  if (error instanceof HasherBusy) return refuse('LimitExceededException');
  if (isForbiddenKey(error)) return refuse('FORBIDDEN_KEY');
  const known = FRAMEWORK_CODES[error.code];
  if (known) return refuse(known);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refuse('BAD_REQUEST');
  return refuse('INTERNAL');
}

/** Only appears in metrics, since the client has gone. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Answers faults without a stack or SQL, which only the log gets. Unknown paths are refusals like any other. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.socket.destroyed) {
      // The client closed the connection mid-request: no answer is possible and nothing is wrong here.
      request.log.debug({ reason: error.code }, 'The client went away');
      return reply.code(CLIENT_CLOSED_REQUEST).send();
    }
    const refusal = refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error }, refusal.code);
    if (refusal.status === 503) reply.header('retry-after', '2');
    return sendRefusal(reply, refusal);
  });
  // Fastify's own message repeats the address and has no code.
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('NOT_FOUND')));
}
