import { createHmac, randomUUID } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { deleteSessionsOfEmail } from '../sessions/session-store.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChangedMail } from '../mail/templates/account.ts';
import type { Identity, IdentityError, IdentityRefusal } from '../ports/identity.ts';
import { decidedTransaction, inTransaction } from '../db/transactions.ts';

export type CognitoIdentityOptions = {
  region: string;
  client_id: string;
  client_secret?: string | undefined;
  /** Needed to change and remove accounts, with AWS credentials from the environment or the machine's role. */
  user_pool_id?: string | undefined;
  endpoint?: string | undefined;
  site_url: string;
  /** Time-out of one attempt. */
  timeout_ms?: number;
};

// Milliseconds
const CONNECT_TIMEOUT = 3000;
const REQUEST_TIMEOUT = 8000;

const no = (code: IdentityError, message?: string): IdentityRefusal => ({
  ok: false,
  code,
  ...(message ? { message } : {}),
});

const tooManyMails = (): IdentityRefusal => ({
  ...no('LimitExceededException'),
  event: 'code-mails.refused',
});

/** Maps error names of the pool to ours; any other error means that the pool is unavailable. */
const CODES: Readonly<Record<string, IdentityError>> = {
  UserNotConfirmedException: 'UserNotConfirmedException',
  NotAuthorizedException: 'NotAuthorizedException',
  UserNotFoundException: 'NotAuthorizedException',
  PasswordResetRequiredException: 'NotAuthorizedException',
  UsernameExistsException: 'UsernameExistsException',
  AliasExistsException: 'UsernameExistsException',
  CodeMismatchException: 'CodeMismatchException',
  ExpiredCodeException: 'ExpiredCodeException',
  InvalidPasswordException: 'InvalidPasswordException',
  LimitExceededException: 'LimitExceededException',
  TooManyRequestsException: 'LimitExceededException',
  TooManyFailedAttemptsException: 'LimitExceededException',
};
/** Whether an address is unknown, unverified or confirmed must not be revealed. */
const SILENT = new Set(['UserNotFoundException', 'InvalidParameterException', 'NotAuthorizedException']);

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

function refusalFrom(error: unknown): IdentityRefusal {
  const name = nameOf(error);
  if (!Object.hasOwn(CODES, name)) return no('IDENTITY_UNAVAILABLE');
  return no(CODES[name]!, name === 'InvalidPasswordException' ? (error as Error).message : undefined);
}

/**
 * Reads the pool's opaque account id from the id token. The token came straight from the pool, so its signature need
 * not be checked.
 */
const tokenSchema = z.object({ sub: z.string().min(1) });
function subjectOf(id_token: string | undefined): string | null {
  const payload = id_token?.split('.')[1];
  if (!payload) return null;
  return tokenSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).sub;
}

/** A hosted pool (AWS Cognito) behind the identity port. It sends its own codes and has its own limits. */
export function createCognitoIdentity(options: CognitoIdentityOptions): Identity {
  const { client_id: ClientId, client_secret, site_url } = options;
  const client = new CognitoIdentityProviderClient({
    region: options.region,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: options.timeout_ms ?? REQUEST_TIMEOUT,
      socketTimeout: options.timeout_ms ?? REQUEST_TIMEOUT,
      throwOnRequestTimeout: true, // else a pool that falls silent is waited for without end
    },
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
  });
  const secretHash = (email: string) =>
    client_secret === undefined
      ? {}
      : { SecretHash: createHmac('sha256', client_secret).update(`${email}${ClientId}`).digest('base64') };
  const who = (email: string) => ({ ClientId, Username: email, ...secretHash(email) });

  const pool = (Username: string) => {
    if (options.user_pool_id === undefined)
      throw new Error('COGNITO_USER_POOL_ID is needed to change or remove accounts');
    return { UserPoolId: options.user_pool_id, Username };
  };

  const attempt = async (work: () => Promise<unknown>): Promise<{ ok: true } | IdentityRefusal> => {
    try {
      await work();
      return { ok: true };
    } catch (error) {
      return refusalFrom(error);
    }
  };
  const silently = async (work: () => Promise<unknown>): Promise<{ ok: true } | IdentityRefusal> => {
    try {
      await work();
      return { ok: true };
    } catch (error) {
      return SILENT.has(nameOf(error)) ? { ok: true } : refusalFrom(error);
    }
  };
  /** An unknown or confirmed address gets the same answer as a wrong code. */
  const withCode = async (work: () => Promise<unknown>): Promise<{ ok: true } | IdentityRefusal> => {
    try {
      await work();
      return { ok: true };
    } catch (error) {
      return SILENT.has(nameOf(error)) ? no('CodeMismatchException') : refusalFrom(error);
    }
  };

  return {
    // The pool sends codes itself, without links, and counts failures by its own rules.
    mails_links: false,
    makeLink: async () => null,
    findAttempt: async () => null,
    hasReset: async () => false,
    refuseLink: async () => no('ExpiredCodeException'),
    setPasswordByLink: async () => no('ExpiredCodeException'),
    signUp: async (_db, { email, password, may_mail }) => {
      if ((await may_mail()) !== 'OK') return tooManyMails();
      const done = await attempt(() =>
        client.send(
          new SignUpCommand({
            ...who(email),
            Password: password,
            UserAttributes: [{ Name: 'email', Value: email }],
          }),
        ),
      );
      return done.ok ? { ok: true, attempt_token: null } : done;
    },
    confirmSignUp: async (_db, { email, code }) =>
      await withCode(() => client.send(new ConfirmSignUpCommand({ ...who(email), ConfirmationCode: code }))),
    resendCode: async (_db, { email, may_mail }) =>
      (await may_mail()) === 'OK'
        ? await silently(() => client.send(new ResendConfirmationCodeCommand(who(email))))
        : tooManyMails(),
    signIn: async (_db, { email, password }) => {
      try {
        const answer = await client.send(
          new InitiateAuthCommand({
            ClientId,
            AuthFlow: 'USER_PASSWORD_AUTH',
            AuthParameters: {
              USERNAME: email,
              PASSWORD: password,
              ...(client_secret === undefined ? {} : { SECRET_HASH: secretHash(email).SecretHash! }),
            },
          }),
        );
        const account_id = subjectOf(answer.AuthenticationResult?.IdToken);
        // There is no screen for a challenge (a second factor, a forced new password).
        return account_id === null
          ? no('NotAuthorizedException')
          : { ok: true, account: { account_id, email } };
      } catch (error) {
        return refusalFrom(error);
      }
    },
    forgotPassword: async (_db, { email }) => {
      const done = await silently(() => client.send(new ForgotPasswordCommand(who(email))));
      return done.ok ? { ok: true, reset_id: null } : done;
    },
    confirmNewPassword: async (db, { email, code, password }, now) => {
      const done = await withCode(() =>
        client.send(
          new ConfirmForgotPasswordCommand({ ...who(email), ConfirmationCode: code, Password: password }),
        ),
      );
      if (!done.ok) return done;
      await inTransaction(db, async (tx) => {
        await deleteSessionsOfEmail(tx, email);
        const mail = passwordChangedMail({ at: now, site_url });
        const dedupe_key = `password-changed:${randomUUID()}`;
        await queueMail(tx, { ...mail, dedupe_key, kind: 'password-changed', user_id: null, to: email }, now);
      });
      return { ok: true };
    },
    hasAccount: async (_db, email) => {
      try {
        const { UserStatus } = await client.send(new AdminGetUserCommand(pool(email)));
        return UserStatus !== 'UNCONFIRMED';
      } catch (error) {
        if (nameOf(error) === 'UserNotFoundException') return false;
        throw error;
      }
    },
    changeAccount: async (db, { account_id, email, password }, _now, alongside) => {
      // The pool first: it is asked outside of the transaction, and a repeat changes nothing there.
      const done = await attempt(async () => {
        const UserAttributes = [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ];
        await client.send(new AdminUpdateUserAttributesCommand({ ...pool(account_id), UserAttributes }));
        if (password === undefined) return;
        const Password = password;
        await client.send(
          new AdminSetUserPasswordCommand({ ...pool(account_id), Password, Permanent: true }),
        );
      });
      if (!done.ok) return done;
      return await decidedTransaction<{ ok: true } | IdentityRefusal>(db, async (trx) => {
        const answer = await alongside(trx, null);
        return { answer, isKept: answer.ok };
      });
    },
    removeAccount: async (_db, { account_id }) => {
      try {
        await client.send(new AdminDeleteUserCommand(pool(account_id)));
      } catch (error) {
        if (nameOf(error) !== 'UserNotFoundException') throw error;
      }
    },
  };
}
