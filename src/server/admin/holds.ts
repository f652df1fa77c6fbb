import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { type Command, done, listing, usageError } from './command.ts';
import { requestRelease, selectOpenCheckouts } from './store.ts';

export const holds = listing({
  name: 'holds',
  summary: 'unpaid holds and open payment pages, by client',
  empty: 'There are no unpaid holds.',
  async lines({ db, zone }) {
    const checkouts = await selectOpenCheckouts(db);
    return checkouts.flatMap((checkout) => [
      `${checkout.email === '' ? 'a client without an e-mail' : (checkout.email ?? 'a client whose account is gone')} (${checkout.is_known ? 'known' : 'new'}), ` +
        `since ${formatShortDateAtTime(checkout.created_at, zone)}${stateOf(checkout)}`,
      ...checkout.items.map(
        ({ service_name, start_time }) => `  ${formatShortDateAtTime(start_time, zone)}  ${service_name}`,
      ),
    ]);
  },
});

type OpenCheckout = Awaited<ReturnType<typeof selectOpenCheckouts>>[number];

function stateOf({
  holds: isHeld,
  kind,
  cancel_requested,
}: Pick<OpenCheckout, 'holds' | 'kind' | 'cancel_requested'>): string {
  if (cancel_requested) return ', expiring';
  if (kind === 'BALANCE') return ', pays what is left: holds nothing';
  return isHeld ? '' : ', pays first: holds nothing';
}

export const releaseHold: Command = {
  name: 'release-hold',
  usage: 'EMAIL',
  summary: 'expire the open payment page of a client and release its holds',
  async run({ db, now }, [email, ...more]) {
    if (!email || more.length > 0) return usageError('Name one client by email address. See: holds');
    const released = await requestRelease(db, email, now);
    if (released === 0) return usageError(`No open payment page belongs to ${email}. See: holds`);
    return done(
      'The payment page expires at the payment provider first; then its times are free, within a minute while the site runs.',
      'If the client pays before that, the booking is confirmed.',
    );
  },
};
