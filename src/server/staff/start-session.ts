import { randomUUID } from 'node:crypto';
import type { Trx } from '../db/pool.ts';
import type { Config } from '../runtime/config.ts';
import { queueMail } from '../mail/outbox.ts';
import { newDeviceMail } from '../mail/templates/staff-account.ts';
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from '../sessions/staff-session.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { deleteSessionByToken, endOtherSessions, insertSession } from './session-store.ts';
import { type Member, selectOwnerEmails } from './store.ts';

/** Sessions of one member; a further sign-in ends the one that was used least recently (rules.md §9). */
const MOST_SESSIONS = 20;

/** The browser that signs in. */
export type StaffBrowser = {
  /** 'Firefox on Windows' */
  device: string;
  /** Whether this member has signed in with it before. */
  is_known: boolean;
  /** The staff token that it still has. That session ends. */
  token: string | null;
};

type SessionDeps = { config: Pick<Config, 'sandbox' | 'site_url'> };

/** Starts a session and returns its token. All owners are notified by mail of a new browser. */
export async function startStaffSession(
  trx: Trx,
  { config }: SessionDeps,
  member: Pick<Member, 'id' | 'name'>,
  browser: StaffBrowser,
  now: Date,
): Promise<string> {
  if (browser.token !== null) await deleteSessionByToken(trx, hashToken(browser.token));
  const token = newToken();
  const until = (ms: number) => new Date(now.getTime() + ms);
  const id = await insertSession(trx, {
    staff_id: member.id,
    token_hash: hashToken(token),
    device: browser.device,
    created_at: now,
    idle_until: until(STAFF_IDLE_MS),
    expires_at: until(STAFF_SESSION_MS),
  });
  await endOtherSessions(trx, { id, staff_id: member.id }, MOST_SESSIONS);
  if (!browser.is_known) {
    const mail = newDeviceMail({
      name: member.name,
      device: browser.device,
      at: now,
      site_url: config.site_url,
    });
    const cause = randomUUID();
    for (const to of await selectOwnerEmails(trx, config))
      await queueMail(
        trx,
        {
          ...mail,
          dedupe_key: `staff-new-device:${cause}:${to}`,
          kind: 'staff-new-device',
          user_id: null,
          to,
        },
        now,
      );
  }
  return token;
}
