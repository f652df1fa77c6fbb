import type { FastifyBaseLogger } from 'fastify';
import { keyedHash } from './auth/keyed-hash.ts';
import type { Metrics } from './metrics.ts';
import { networkOf } from './network.ts';
import type { SecurityEvent } from './security-events.ts';

type Who = {
  /** An account id or an e-mail address; only its keyed hash is logged. */
  readonly account?: string | null;
  /** Address of the caller; only the keyed hash of its network is logged. */
  readonly ip?: string | null;
  /** More that is no personal data: which limit, which route. */
  readonly [detail: string]: string | number | null | undefined;
};

export type SecurityLog = {
  /** Writes one line at level warn and counts it in `security_events_total`. */
  record(event: SecurityEvent, who?: Who): void;
};

/**
 * The security event log. Accounts and networks appear as keyed hashes: equal ones can be told to be equal, and nobody
 * can be read from them without the server's key.
 */
export function createSecurityLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
  metrics: Pick<Metrics, 'securityEvents'>,
  app_secret: string,
): SecurityLog {
  const short = (value: string) => keyedHash(app_secret, 'security-log', value).toString('hex').slice(0, 16);
  return {
    record(event, { account, ip, ...details } = {}) {
      metrics.securityEvents.inc({ event });
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
