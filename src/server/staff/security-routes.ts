import type { FastifyInstance } from 'fastify';
import { MIN_STAFF_PASSWORD } from '#domain/people/password.ts';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { validatePassword } from '../auth/validate-password.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { clearStaffCookie } from '../sessions/staff-session.ts';
import { listPasskeys } from './passkeys.ts';
import {
  addOwnPasskey,
  changePassword,
  confirmOtherTotp,
  endOtherSessions,
  endSession,
  offerOtherTotp,
  removeOwnPasskey,
  replaceRecoveryCodes,
} from './security.ts';
import type { StaffRequests } from './staff-requests.ts';
import { selectSessions } from './session-store.ts';
import { countRecoveryCodes, selectRecentSignIns } from './store.ts';

/** A member's own password, app, recovery codes, passkeys and sessions. */
export function securityRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { config, db } = deps;
  const { sourceOf, browserOf } = requests;

  route(app, deps, calls.staffSecurity, schemas.staffSecurity, async ({ session, staff, now }) => {
    const sessions = await selectSessions(db, staff.id, now);
    const signIns = await selectRecentSignIns(db, staff.id);
    return {
      passkeys: await listPasskeys(db, staff.id),
      sessions: sessions.map(({ id, device, created_at, seen_at }) => ({
        id,
        device,
        signed_in_at: created_at.toISOString(),
        seen_at: seen_at.toISOString(),
        is_current: id === session.id,
      })),
      recovery_codes_left: await countRecoveryCodes(db, staff.id),
      recent_sign_ins: signIns.map(({ at, device, by }) => ({ at: at.toISOString(), device, by })),
    };
  });

  route(app, deps, calls.staffChangePassword, schemas.staffChangePassword, async (context) => {
    const { body, session, staff, now, request, reply } = context;
    const policy = validatePassword(body.password, MIN_STAFF_PASSWORD);
    if (!policy.ok) return refuse('InvalidPasswordException', { message: policy.message });
    const browser = browserOf(request, sourceOf(request, staff.email));
    const changed = await changePassword(deps, { session, staff }, { ...body, proof: body, browser }, now);
    if (changed instanceof Refusal) return changed;
    requests.setSession(request, reply, staff.email, changed);
  });

  route(app, deps, calls.staffOfferTotp, schemas.staffOfferTotp, async (context) => {
    const { body, session, staff, now } = context;
    return await offerOtherTotp(deps, { session, staff }, body, now);
  });

  route(app, deps, calls.staffConfirmTotp, schemas.staffConfirmTotp, async (context) => {
    const { body, session, staff, now } = context;
    return (await confirmOtherTotp(deps, { session, staff }, body.new_code, now)) ?? undefined;
  });

  route(app, deps, calls.staffNewRecoveryCodes, schemas.staffNewRecoveryCodes, async (context) => {
    const { body, session, staff, now } = context;
    const codes = await replaceRecoveryCodes(deps, { session, staff }, body, now);
    return codes instanceof Refusal ? codes : { recovery_codes: codes };
  });

  route(app, deps, calls.staffAddPasskey, schemas.staffAddPasskey, async (context) => {
    const { body, session, staff, now } = context;
    return await addOwnPasskey(deps, { session, staff }, { ...body, proof: body }, now);
  });

  route(app, deps, calls.staffRemovePasskey, schemas.staffRemovePasskey, async (context) => {
    const { params, body, session, staff, now } = context;
    const removal = { proof: body, id: params.id };
    return (await removeOwnPasskey(deps, { session, staff }, removal, now)) ?? undefined;
  });

  route(app, deps, calls.staffEndOtherSessions, schemas.staffEndOtherSessions, async (context) => {
    await endOtherSessions(db, context, context.now);
  });

  route(app, deps, calls.staffEndSession, schemas.staffEndSession, async (context) => {
    const { params, session, staff, now, reply } = context;
    const id = params.id.toLowerCase();
    if (!isUuid(id) || !(await endSession(db, staff.id, id, now))) return refuse('SESSION_NOT_FOUND');
    if (id === session.id) clearStaffCookie(reply, config);
  });
}
