import fastify from 'fastify';
import { practice } from '#content/public/practice.ts';
import { printable } from '#domain/text/control-characters.ts';
import { comparePayments, type Comparison, describeDifference } from '#server/checkout/compare-payments.ts';
import { configOf, type Environment, parseEnvironment } from '#server/runtime/config.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { createDb } from '#server/db/pool.ts';
import { createMetrics } from '#server/runtime/metrics.ts';
import { stripePayments } from '#server/ports/payments-stripe.ts';
import { DATE_HINT, parseDateTime } from './lib/parse-datetime.ts';
import { readSecrets } from '#server/runtime/secrets.ts';
import { createSecurityLog } from '#server/runtime/security-log.ts';
import { databaseFromEnvironment } from './lib/database-from-environment.ts';
import { openPaymentAccount } from './lib/payment-account.ts';

type Period = { from: Date; to: Date; former_site: string | undefined };

// npm run reconcile -- FROM TO [FORMER_ADDRESS]: compares the provider's payments and refunds with the database.
const parsed = parseEnvironment(process.env);
const period = periodFrom(process.argv.slice(2));
if (!parsed.ok) fail(parsed.errors.join('\n'));
else if (typeof period === 'string') fail(period);
else await run(parsed.env, period);

/** What was asked for, or what to type instead. Both days count. */
function periodFrom([from, to, former, ...more]: string[]): Period | string {
  if (!from || !to || more.length > 0) return `Say from when to when. ${DATE_HINT}`;
  const { zone } = practice;
  const [begins, ends] = [parseDateTime(from, zone), parseDateTime(to, zone, true)];
  if (!begins || !ends) return `Cannot read ${begins ? to : from}. ${DATE_HINT}`;
  if (ends <= begins) return `${to} is not after ${from}.`;
  if (former === undefined) return { from: begins, to: ends, former_site: undefined };
  if (!URL.canParse(former) || new URL(former).origin !== former)
    return `Cannot read ${former}. Write the former SITE_URL as https://www.example.com`;
  return { from: begins, to: ends, former_site: former };
}

async function run(env: Environment, asked: Period): Promise<void> {
  const server = await databaseFromEnvironment({ existing: true }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  const { db, close } = createDb(server.url, { max: 2 });
  let closeProvider = (): Promise<void> => Promise.resolve();
  try {
    const config = configOf(env, { ...readSecrets(env, { existing: true }), port: env.PORT });
    const provider = await openPaymentAccount(env);
    closeProvider = () => provider.close();
    const clock = () => new Date();
    // The command's own lines are for people; problems with single payments are logged next to them.
    const { log } = fastify({ logger: { level: 'error', stream: process.stderr } });
    const metrics = createMetrics();
    const security = createSecurityLog(log, metrics, config.app_secret, clock);
    const payments = stripePayments({
      ...provider.account,
      webhook_secrets: [],
      automatic_tax: config.STRIPE_TAX,
    });
    const deps = { db, config, log, payments, security };
    const comparison = await comparePayments(deps, asked, clock());
    for (const line of linesOf(comparison, provider.name)) console.log(printable(line));
    if (comparison.failures.length > 0)
      fail(
        `${comparison.failures.length} could not be compared. Run it again: what is recorded stays recorded.`,
      );
  } catch (error) {
    fail(`That did not work: ${explainDatabase(error)}`);
  } finally {
    await closeProvider();
    await close();
    await server.stop();
  }
}

function linesOf(
  { payments, refunds, found, open, other_sites, foreign, failures }: Comparison,
  provider: string,
) {
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const isSame = found.length + open.length + failures.length === 0;
  return [
    `Compared with ${provider}: ${count(payments, 'payment')}, ${count(refunds, 'refund')}.`,
    ...found.map((each) => `  recorded now: ${describeDifference(each)}`),
    ...open.map((each) => `  please look: ${describeDifference(each)}`),
    ...[...other_sites].map(([site, n]) => `  not compared: ${count(n, 'payment')} of ${site}`),
    ...(foreign > 0 ? [`  not compared: ${count(foreign, 'payment')} of other software`] : []),
    isSame
      ? 'Nothing is missing on either side.'
      : 'To see payments without a checkout and to decide about them: npm run practice -- payments',
  ];
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
