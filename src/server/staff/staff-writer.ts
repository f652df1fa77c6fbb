import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { StaffMember } from '../sessions/staff-session.ts';

type Asked = { staff: StaffMember; request: FastifyRequest };
type Acting = { actor: { staff_id: string; via: 'WEB' } };

/**
 * Wraps handlers of what staff write or preview: each call counts against the member's allowance, and its handler is told
 * the actor.
 */
export const staffWriter =
  (deps: Pick<Deps, 'limits'>, limit: 'staff-write' | 'staff-draft' = 'staff-write') =>
  <C extends Asked, A>(handler: (context: C & Acting) => Promise<A>) =>
  async (context: C): Promise<A | Refusal> => {
    const { staff, request } = context;
    if (!(await deps.limits.allow(limit, { ip: request.ip, account: staff.id })))
      return refuse('LimitExceededException');
    return await handler({ ...context, actor: { staff_id: staff.id, via: 'WEB' } });
  };
