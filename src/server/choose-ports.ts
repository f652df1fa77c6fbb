import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { privatePractice } from '#content/private/practice.ts';
import type { Config } from './runtime/config.ts';
import { createEmbeddedAddressCheck } from './ports/address-check-embedded.ts';
import { createGoogleAddressCheck } from './ports/address-check-google.ts';
import type { AddressCheck } from './ports/address-check.ts';
import { type CalendarReader, createCalendarReader } from './ports/calendar-reader.ts';
import { createEmbeddedIdentity } from './auth/identity-embedded.ts';
import type { PasswordHasher } from './runtime/password-hasher.ts';
import type { Identity } from './ports/identity.ts';
import { createEmbeddedMailer } from './ports/mailer-embedded.ts';
import type { Mailer } from './ports/mailer.ts';
import { stripePayments } from './ports/payments-stripe.ts';
import { stripeCatalogue } from './ports/catalogue-stripe.ts';
import type { PaymentCatalogue } from './ports/catalogue.ts';
import type { StripeAccount } from './ports/stripe-client.ts';
import type { Payments } from './ports/payments.ts';
import { budgetFor } from './ports/request-budget.ts';
import { createEmbeddedPhotoStore } from './ports/photo-store-embedded.ts';
import type { PhotoStore } from './ports/photo-store.ts';

/** Access to the sandbox provider; absent when STRIPE_SECRET_KEY names a real account. */
export type SandboxAccess = { apiUrl: string; apiKey: string; webhookSecret: string };

export type ChosenPorts = {
  payments: Payments;
  catalogue: PaymentCatalogue;
  identity: Identity;
  mailer: Mailer;
  addresses: AddressCheck;
  calendars: CalendarReader;
  photos: PhotoStore;
};

/** Creates the adapters that the settings ask for, embedded ones by default. Vendors' SDKs load only when used. */
export async function choosePorts(
  config: Config,
  more: { sandbox: SandboxAccess | null; hasher: PasswordHasher; log: FastifyBaseLogger },
): Promise<ChosenPorts> {
  return {
    ...choosePayments(config, more.sandbox),
    identity: await chooseIdentity(config, more.hasher),
    mailer: await chooseMailer(config),
    addresses: config.GOOGLE_ADDRESS_KEY
      ? createGoogleAddressCheck({
          key: config.GOOGLE_ADDRESS_KEY,
          url: config.GOOGLE_ADDRESS_URL,
          onFailure: (reason) => more.log.warn({ reason }, 'The address service is unavailable'),
        })
      : createEmbeddedAddressCheck(),
    calendars: createCalendarReader({ allowed_hosts: config.CALENDAR_ALLOW_HOSTS }),
    photos: await choosePhotos(config),
  };
}

function choosePayments(
  config: Config,
  sandbox: SandboxAccess | null,
): Pick<ChosenPorts, 'payments' | 'catalogue'> {
  if (sandbox) {
    const account = { secret_key: sandbox.apiKey, api_url: sandbox.apiUrl };
    const webhook_secrets = [sandbox.webhookSecret];
    return {
      payments: stripePayments({ ...account, webhook_secrets, automatic_tax: true }),
      catalogue: stripeCatalogue(account),
    };
  }
  const { STRIPE_API_URL: api_url, STRIPE_REQUESTS_PER_SECOND: per_second } = config;
  const secret_key = config.STRIPE_SECRET_KEY!;
  const budget = budgetFor({ secret_key, api_url, per_second });
  const account: StripeAccount = { secret_key, api_url, budget };
  return {
    payments: stripePayments({
      ...account,
      webhook_secrets: [config.STRIPE_WEBHOOK_SECRET, config.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
        (secret) => secret !== undefined,
      ),
      automatic_tax: config.STRIPE_TAX,
    }),
    catalogue: stripeCatalogue(account),
  };
}

async function chooseIdentity(config: Config, hasher: PasswordHasher): Promise<Identity> {
  const { app_secret, site_url } = config;
  if (config.AUTH_PROVIDER === 'embedded') {
    return createEmbeddedIdentity({
      app_secret,
      site_url,
      hasher,
      rate_limit_scale: config.RATE_LIMIT_SCALE,
    });
  }
  const { createCognitoIdentity } = await import('./auth/identity-cognito.ts');
  return createCognitoIdentity({
    region: config.COGNITO_REGION!,
    client_id: config.COGNITO_CLIENT_ID!,
    client_secret: config.COGNITO_CLIENT_SECRET,
    user_pool_id: config.COGNITO_USER_POOL_ID,
    endpoint: config.COGNITO_ENDPOINT,
    site_url,
  });
}

async function chooseMailer(config: Config): Promise<Mailer> {
  if (!config.SMTP_URL) return createEmbeddedMailer();
  const { createSmtpMailer } = await import('./ports/mailer-smtp.ts');
  const { name, address } = privatePractice.mail_sender;
  return createSmtpMailer({
    url: config.SMTP_URL,
    from: config.MAIL_FROM ?? `${name} <${address}>`,
    reply_to: privatePractice.mail_reply_to,
  });
}

async function choosePhotos(config: Config): Promise<PhotoStore> {
  const { app_secret, site_url } = config;
  if (!config.S3_BUCKET) {
    return createEmbeddedPhotoStore({ folder: join(config.DATA_DIR, 'photos'), site_url, app_secret });
  }
  const { createS3PhotoStore } = await import('./ports/photo-store-s3.ts');
  return await createS3PhotoStore({
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    access_key_id: config.S3_ACCESS_KEY_ID!,
    secret_access_key: config.S3_SECRET_ACCESS_KEY!,
    public_url: config.S3_PUBLIC_URL!,
  });
}
