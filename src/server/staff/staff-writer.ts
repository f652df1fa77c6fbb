import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';

type Asked = { staff: StaffMember; request: FastifyRequest };
type Acting = { actor: { staff_id: string; via: 'WEB' } };

/**
 * Wraps handlers of what staff write or preview: each call counts against the member's allowance, and its handler is told
 * the actor. `writeAndDeliver` also sends what the call queued, unless it was refused.
 */
export function staffWriter(deps: Deps, limit: 'staff-write' | 'staff-draft' = 'staff-write') {
  const write =
    <C extends Asked, A>(handler: (context: C & Acting) => Promise<A>) =>
    async (context: C): Promise<A | Refusal> => {
      const { staff, request } = context;
      if (!(await deps.limits.allow(limit, { ip: request.ip, account: staff.id })))
        return refuse('LimitExceededException');
      return await handler({ ...context, actor: { staff_id: staff.id, via: 'WEB' } });
    };
  const writeAndDeliver = <C extends Asked, A>(handler: (context: C & Acting) => Promise<A>) =>
    write(async (context: C & Acting) => {
      const answer = await handler(context);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    });
  return { write, writeAndDeliver };
}
