import type { FastifyInstance } from 'fastify';
import { MIN_STAFF_PASSWORD } from '#domain/people/password.ts';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { validatePassword } from '../auth/validate-password.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { publicRoute } from '../http/route.ts';
import { finishSetUp, offerTotp, readInvite } from './set-up.ts';
import type { StaffRequests } from './staff-requests.ts';

/** Set-up by a one-time link that a command prints. */
export function setUpRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { sourceOf, browserOf, meOf } = requests;

  const prove = async ({ params, now }: { params: { token: string }; now: Date }) => {
    const invite = await readInvite(deps, params.token, now);
    return invite instanceof Refusal ? invite : { by: params.token, proof: invite };
  };

  publicRoute(app, deps, calls.staffSetUp, schemas.staffSetUp, prove, ({ proof: { name, email } }) => ({
    name,
    email,
  }));

  publicRoute(app, deps, calls.staffSetUpTotp, schemas.staffSetUpTotp, prove, ({ proof: invite, now }) =>
    offerTotp(deps, invite, now),
  );

  publicRoute(app, deps, calls.staffFinishSetUp, schemas.staffFinishSetUp, prove, async (context) => {
    const { body, now, request, reply, proof: invite } = context;
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
