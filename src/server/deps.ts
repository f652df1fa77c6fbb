import type { FastifyBaseLogger } from 'fastify';
import type { PasswordHasher } from './runtime/password-hasher.ts';
import type { Config } from './runtime/config.ts';
import type { Db } from './db/pool.ts';
import type { Keyring } from './runtime/keyring.ts';
import type { Limits } from './http/limits.ts';
import type { Metrics } from './runtime/metrics.ts';
import type { AddressCheck } from './ports/address-check.ts';
import type { CalendarReader } from './ports/calendar-reader.ts';
import type { Identity } from './ports/identity.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PaymentCatalogue } from './ports/catalogue.ts';
import type { Payments } from './ports/payments.ts';
import type { PhotoStore } from './ports/photo-store.ts';
import type { SecurityLog } from './runtime/security-log.ts';

/** The dependencies of routes and jobs, wired by hand in main.ts and in tests/support/assemble-app.ts. */
export type Deps = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: FastifyBaseLogger;
  readonly payments: Payments;
  readonly catalogue: PaymentCatalogue;
  readonly mailer: Mailer;
  readonly photos: PhotoStore;
  readonly addresses: AddressCheck;
  readonly calendars: CalendarReader;
  readonly identity: Identity;
  readonly keyring: Keyring;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly security: SecurityLog;
};

/** The dependencies of everything that handles payments; routes and jobs pass their own Deps. */
export type PaymentDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'config'>;
