import { practice } from '#content/public/practice.ts';
import { type Environment, parseEnvironment } from '#server/config.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { createDb } from '#server/db/pool.ts';
import { stripeCatalogue } from '#server/ports/catalogue-stripe.ts';
import type { PaymentCatalogue } from '#server/ports/catalogue.ts';
import { syncCatalogue } from '#server/practice/services/sync-catalogue.ts';
import { lastSandbox, startSandbox } from '#server/sandbox/start-sandbox.ts';
import { databaseFromEnvironment } from './database-from-environment.ts';

// npm run stripe:sync: says which products and prices the payment provider would get from the services.
// npm run stripe:sync -- --apply     does it
const words = process.argv.slice(2);
const apply = words.includes('--apply');
const unknown = words.filter((word) => word !== '--apply');
const parsed = parseEnvironment(process.env);
if (unknown.length > 0) fail(`There is no ${unknown.join(' ')} here. Either nothing, or --apply.`);
else if (!parsed.ok) fail(parsed.problems.join('\n'));
else {
  const server = await databaseFromEnvironment({ existing: true }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  const { db, close } = createDb(server.url, { max: 2 });
  let closeProvider = (): Promise<void> => Promise.resolve();
  try {
    const provider = await openCatalogue(parsed.env);
    closeProvider = () => provider.close();
    console.log(`Services at ${provider.name}${apply ? '' : ' (nothing is changed without --apply)'}`);
    const { catalogue } = provider;
    const outcome = await syncCatalogue({ db, catalogue, currency: practice.currency, apply });
    for (const change of outcome.changes) console.log(`  ${change}`);
    if (!outcome.ok) fail(outcome.message);
    else if (outcome.changes.length === 0) console.log('  Everything is as it should be.');
    else if (!apply) console.log('To do this: npm run stripe:sync -- --apply');
  } catch (error) {
    fail(`That did not work: ${explainDatabase(error)}`);
  } finally {
    await closeProvider();
    await close();
    await server.stop();
  }
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

/** Stripe with a key; without one the sandbox: that of the running app, else its own for as long as this takes. */
async function openCatalogue(
  env: Environment,
): Promise<{ name: string; catalogue: PaymentCatalogue; close(): Promise<void> }> {
  const nothing = () => Promise.resolve();
  if (env.STRIPE_SECRET_KEY) {
    const { STRIPE_SECRET_KEY: secret_key, STRIPE_API_URL: api_url } = env;
    const name = secret_key.includes('_live_') ? 'Stripe, live' : 'Stripe, test mode';
    return { name, catalogue: stripeCatalogue({ secret_key, api_url }), close: nothing };
  }
  const name = 'the sandbox, as STRIPE_SECRET_KEY is not set';
  const last = lastSandbox(env.DATA_DIR);
  if (last) {
    const catalogue = stripeCatalogue({ secret_key: last.apiKey, api_url: last.apiUrl });
    // Two must not write one journal: its own is started only if nobody answers to this key.
    if ((await catalogue.products()).ok) return { name, catalogue, close: nothing };
  }
  const sandbox = await startSandbox({
    port: 0,
    dataDir: env.DATA_DIR,
    appOrigin: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    webhookUrl: `http://127.0.0.1:${env.PORT}/webhooks/stripe`,
    practice,
    clock: () => new Date(),
    environment: env,
  });
  const catalogue = stripeCatalogue({ secret_key: sandbox.apiKey, api_url: sandbox.apiUrl });
  return { name, catalogue, close: () => sandbox.close() };
}
