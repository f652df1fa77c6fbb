import { practice } from '#content/public/practice.ts';
import { parseEnvironment } from '#server/runtime/config.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { createDb } from '#server/db/pool.ts';
import { stripeCatalogue } from '#server/ports/catalogue-stripe.ts';
import { syncCatalogue } from '#server/catalogue/sync-catalogue.ts';
import { databaseFromEnvironment } from './lib/database-from-environment.ts';
import { openPaymentAccount } from './lib/payment-account.ts';

// npm run stripe:sync: says which products and prices the payment provider would get from the services.
// npm run stripe:sync -- --apply     does it
const words = process.argv.slice(2);
const apply = words.includes('--apply');
const unknown = words.filter((word) => word !== '--apply');
const parsed = parseEnvironment(process.env);
if (unknown.length > 0) fail(`There is no ${unknown.join(' ')} here. Either nothing, or --apply.`);
else if (!parsed.ok) fail(parsed.errors.join('\n'));
else {
  const server = await databaseFromEnvironment({ existing: true }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  const { db, close } = createDb(server.url, { max: 2 });
  let closeProvider = (): Promise<void> => Promise.resolve();
  try {
    const provider = await openPaymentAccount(parsed.env);
    closeProvider = () => provider.close();
    console.log(`Services at ${provider.name}${apply ? '' : ' (nothing is changed without --apply)'}`);
    const catalogue = stripeCatalogue(provider.account);
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
