import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { provesNothing, publicRoute } from '../http/route.ts';
import { totpField } from '../runtime/keyring.ts';
import { forgetStepsFrom, selectDemoOwner } from './store.ts';
import { codeOfStep, endOfCode, stepAt } from './totp.ts';

/** The demo owner's code, which every visitor of a demo may read. */
export function demoCodeRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, deps, calls.staffDemoCode, schemas.staffDemoCode, provesNothing, async ({ now }) => {
    return (await offerDemoCode(deps, now)) ?? refuse('NOT_FOUND');
  });
}

/**
 * The demo owner's next unused code, and for how many seconds it is accepted; null without a demo owner. Several
 * visitors share them, so if both codes that are accepted now have been used, the present one is offered again.
 */
async function offerDemoCode(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  now: Date,
): Promise<{ code: string; seconds_left: number } | null> {
  const demo = await selectDemoOwner(db);
  if (!demo?.totp_secret) return null;
  const secret = keyring.openOwn(totpField(demo.id), demo.totp_secret);
  const present = stepAt(now);
  const unused = Math.max(present, (demo.totp_last_step ?? 0) + 1);
  const isAccepted = unused <= present + 1;
  const step = isAccepted ? unused : present;
  if (!isAccepted) await forgetStepsFrom(db, demo.id, present);
  const seconds_left = Math.floor((endOfCode(step).getTime() - now.getTime()) / 1000);
  return { code: codeOfStep(secret, step), seconds_left };
}
