import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { SecurityEvent } from '../runtime/security-events.ts';
import { refusedWith } from './errors.ts';

/** What a refusal means to an operator, whichever call gave it. */
const EVENTS: Partial<Record<ErrorCode, SecurityEvent>> = {
  NotAuthorizedException: 'sign-in.failed',
  WRONG_PASSWORD: 'sign-in.failed',
  CodeMismatchException: 'code.failed',
  ExpiredCodeException: 'code.failed',
  PASSKEY_NOT_ACCEPTED: 'code.failed',
  CODE_REQUIRED: 'step-up.refused',
  STEP_UP_REQUIRED: 'step-up.refused',
  FORBIDDEN: 'access.refused',
};

function eventOf(request: FastifyRequest, status: number): SecurityEvent | undefined {
  // Whichever limit caused it.
  if (status === 429) return 'limit.reached';
  const code = refusedWith.get(request);
  if (code === undefined) return undefined;
  // Clients whose session is over are no event; a staff call without a session is one.
  const isStaff = request.routeOptions.config.call?.access.startsWith('staff');
  return isStaff && code === 'NOT_SIGNED_IN' ? 'access.refused' : EVENTS[code];
}

/** Records each refused sign-in, code and access, and each limit that was reached. */
export function recordRefusals(app: FastifyInstance, { security }: Pick<Deps, 'security'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const event = eventOf(request, reply.statusCode);
    if (event) security.record(event, { ip: request.ip, route: request.routeOptions.url });
    done();
  });
}
