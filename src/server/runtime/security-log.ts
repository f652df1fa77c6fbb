import type { FastifyBaseLogger } from 'fastify';
import { keyedHash } from './keyed-hash.ts';
import type { Metrics } from './metrics.ts';
import { networkOf } from './network.ts';
import type { SecurityEvent } from './security-events.ts';

type Who = {
  /** An account id or an email address; only its keyed hash is logged. */
  readonly account?: string | null;
  /** Address of the caller; only the keyed hash of its network is logged. */
  readonly ip?: string | null;
  /** Further data that is not personal: which limit, which route. */
  readonly [detail: string]: string | number | null | undefined;
};

export type SecurityLog = {
  /** Writes one line at level warn and counts it in `security_events_total`. */
  record(event: SecurityEvent, who?: Who): void;
};

/** Maximum lines per minute and kind of event, so that strangers cannot fill a disk. */
export const LINES_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Counts lines by kind. LAST is the line that announces that no more follow. */
function createLineCap(clock: () => Date) {
  const minutes = new Map<SecurityEvent, { since: number; lines: number }>();
  return {
    take(event: SecurityEvent): 'ONE' | 'LAST' | 'NONE' {
      const now = clock().getTime();
      let minute = minutes.get(event);
      if (!minute || now - minute.since >= MINUTE_MS) minutes.set(event, (minute = { since: now, lines: 0 }));
      minute.lines++;
      if (minute.lines <= LINES_A_MINUTE) return 'ONE';
      return minute.lines === LINES_A_MINUTE + 1 ? 'LAST' : 'NONE';
    },
  };
}

/**
 * The security event log. Accounts and networks appear as keyed hashes: equal ones can be correlated, but not
 * identified without the server's key.
 */
export function createSecurityLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
  metrics: Pick<Metrics, 'securityEvents'>,
  app_secret: string,
  clock: () => Date,
): SecurityLog {
  const lines = createLineCap(clock);
  const short = (value: string) => keyedHash(app_secret, 'security-log', value).toString('hex').slice(0, 16);
  return {
    record(event, { account, ip, ...details } = {}) {
      metrics.securityEvents.inc({ event });
      const place = lines.take(event);
      if (place === 'NONE') return;
      if (place === 'LAST') {
        log.warn(
          { security: event },
          'Further security events of this kind are counted but not logged for a minute',
        );
        return;
      }
      log.warn(
        {
          security: event,
          ...(account ? { account: short(account.trim().toLowerCase()) } : {}),
          ...(ip ? { network: short(networkOf(ip).network) } : {}),
          ...details,
        },
        'Security event',
      );
    },
  };
}
