import type { FastifyInstance } from 'fastify';
import { MIN_STAFF_PASSWORD } from '#domain/password.ts';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { validatePassword } from '../auth/validate-password.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { finishSetUp, offerTotp, readInvite } from './set-up.ts';
import type { StaffRequests } from './staff-requests.ts';

/** Set-up by a one-time link that a command prints. */
export function setUpRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { allowed, tooMany, sourceOf, browserOf, meOf } = requests;

  route(app, deps, calls.staffSetUp, schemas.staffSetUp, async ({ params, now, request }) => {
    if (!(await allowed('staff-set-up', request, params.token))) return tooMany();
    const invite = await readInvite(deps, params.token, now);
    return invite instanceof Refusal ? invite : { name: invite.name, email: invite.email };
  });

  route(app, deps, calls.staffSetUpTotp, schemas.staffSetUpTotp, async ({ params, now, request }) => {
    if (!(await allowed('staff-set-up', request, params.token))) return tooMany();
    const invite = await readInvite(deps, params.token, now);
    return invite instanceof Refusal ? invite : await offerTotp(deps, invite, now);
  });

  route(app, deps, calls.staffFinishSetUp, schemas.staffFinishSetUp, async (context) => {
    const { params, body, now, request, reply } = context;
    if (!(await allowed('staff-set-up', request, params.token))) return tooMany();
    const invite = await readInvite(deps, params.token, now);
    if (invite instanceof Refusal) return invite;
    const { password, code } = body;
    const policy = validatePassword(password, MIN_STAFF_PASSWORD);
    if (!policy.ok) return refuse('InvalidPasswordException', { message: policy.message });
    const browser = browserOf(request, sourceOf(request, invite.email));
    const done = await finishSetUp(deps, invite, { password, code, browser }, now);
    if (done instanceof Refusal) return done;
    requests.setSession(request, reply, invite.email, done.token);
    return { recovery_codes: done.recovery_codes, me: meOf(done.member) };
  });
}
