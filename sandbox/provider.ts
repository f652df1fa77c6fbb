import { completeAnswer } from './complete-answer.ts';
import { createCatalogue } from './catalogue.ts';
import { createCustomers } from './customers.ts';
import type { Journal } from './journal.ts';
import { type Event, newId, type StoredSession } from './objects.ts';
import { createPaymentSessions } from './payment-sessions.ts';
import { createPayments } from './payments.ts';
import { createPayouts } from './payouts.ts';
import type { ProviderContext } from './provider-context.ts';
import type { Switches } from './switches.ts';

/** The provider: customers, catalogue, payment pages, payments, refunds, disputes, and the events they cause. */
export type Provider = ReturnType<typeof createProvider>;

/** Expired sessions and idempotency keys are deleted after this time. */
const KEEP_DAYS = 8;
const API_VERSION = 'sandbox';

export function createProvider(options: {
  journal: Journal;
  clock: () => Date;
  /** Base address of the hosted pages. */
  pageUrl: () => string;
  /** Called with each event, after its change is written. */
  onEvent: (event: Event) => void;
  switches: Switches;
}) {
  const { journal, clock, onEvent, pageUrl, switches } = options;
  const seconds = () => Math.floor(clock().getTime() / 1000);
  const context: ProviderContext = {
    journal,
    seconds,
    emit: (type, object) =>
      onEvent({
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: seconds(),
        type,
        livemode: false,
        data: { object: completeAnswer(object) },
      }),
  };
  const customers = createCustomers(context);
  const catalogue = createCatalogue(context);
  const sessions = createPaymentSessions(context, {
    pageUrl,
    customerOf: customers.customerOf,
    productOf: catalogue.productOf,
  });

  /** Deletes expired sessions and old idempotency keys. */
  function prune(): void {
    const before = seconds() - KEEP_DAYS * 86_400;
    for (const { session } of journal.all<StoredSession>('session')) {
      if (session.status === 'expired' && session.expires_at < before) journal.remove('session', session.id);
    }
    for (const key of journal.all<{ key: string; at: number }>('idempotency')) {
      if (key.at < before) journal.remove('idempotency', key.key);
    }
  }

  return {
    ...customers,
    ...catalogue,
    ...sessions,
    ...createPayments({ ...context, switches }, sessions),
    ...createPayouts(context),
    prune,
  };
}
