import { practice } from '#content/public/practice.ts';
import type { Environment } from '#server/runtime/config.ts';
import { stripeCatalogue } from '#server/ports/catalogue-stripe.ts';
import type { StripeAccount } from '#server/ports/stripe-client.ts';
import { budgetFor } from '#server/ports/request-budget.ts';
import { lastSandbox, startSandbox } from '#sandbox/start-sandbox.ts';

/** Requests a second of a command that runs next to the app. */
const PER_SECOND = 5;

/**
 * Opens the payment provider of the settings for a command: Stripe with a key; without one the sandbox of the running
 * app, else its own for as long as the command takes.
 */
export async function openPaymentAccount(
  env: Environment,
): Promise<{ name: string; account: StripeAccount; close(): Promise<void> }> {
  const nothing = () => Promise.resolve();
  if (env.STRIPE_SECRET_KEY) {
    const { STRIPE_SECRET_KEY: secret_key, STRIPE_API_URL: api_url } = env;
    const name = secret_key.includes('_live_') ? 'Stripe, live' : 'Stripe, test mode';
    // The running app has the rest.
    const budget = budgetFor({
      secret_key,
      api_url,
      per_second: api_url === undefined ? PER_SECOND : undefined,
    });
    return { name, account: { secret_key, api_url, budget }, close: nothing };
  }
  const name = 'the sandbox, as STRIPE_SECRET_KEY is not set';
  const last = lastSandbox(env.DATA_DIR);
  if (last) {
    const account = { secret_key: last.apiKey, api_url: last.apiUrl };
    // Two must not write one journal: its own is started only if no sandbox answers to this key.
    if ((await stripeCatalogue(account).products()).ok) return { name, account, close: nothing };
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
  const account = { secret_key: sandbox.apiKey, api_url: sandbox.apiUrl };
  return { name, account, close: () => sandbox.close() };
}
