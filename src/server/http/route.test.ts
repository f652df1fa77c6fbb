import Fastify from 'fastify';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as clientCalls from '#contract/client.calls.ts';
import * as authSchemas from '#contract/auth.schemas.ts';
import { call } from '#contract/call.ts';
import * as checkoutSchemas from '#contract/checkout.schemas.ts';
import * as userSchemas from '#contract/users.schemas.ts';
import type { Deps } from '../deps.ts';
import type { Session, UserRow } from '../sessions/session-store.ts';
import { publicAnswer } from './public-answer.ts';
import { refuse } from './refusal.ts';
import { provesNothing, publicRoute, route } from './route.ts';

const no = () => refuse('NOT_FOUND');

/** The compiler tests this file: `npm run check` fails if a line that is marked as an error compiles. */
describe('route', () => {
  it('takes a call and the schemas that belong to it', () => {
    const app = Fastify();
    const deps = {} as Deps;
    publicRoute(app, deps, clientCalls.signIn, authSchemas.signIn, provesNothing, no);
    expect(app.hasRoute({ method: 'POST', url: '/sign-in' })).toBe(true);

    const bindsForeignSchemas = () => {
      // @ts-expect-error: the body of a sign-up is not that of a sign-in.
      publicRoute(app, deps, clientCalls.signIn, authSchemas.signUp, provesNothing, no);
      // @ts-expect-error: the same answer, another body.
      publicRoute(app, deps, clientCalls.resendConfirmCode, authSchemas.confirmSignUp, provesNothing, no);
      // @ts-expect-error: a public call says what it proves.
      route(app, deps, clientCalls.signIn, authSchemas.signIn, no);
      // @ts-expect-error: a call of clients names its limit.
      call<typeof authSchemas.signOut>()({ method: 'GET', path: '/auth/x', access: 'session' });
      // @ts-expect-error: the limit of staff is not one of clients.
      call<typeof authSchemas.signOut>()({
        method: 'GET',
        path: '/x',
        access: 'record',
        limit: 'staff-write',
      });
      // @ts-expect-error: a schema of another noun.
      route(app, deps, clientCalls.checkoutStatus, userSchemas.getUser, no);
      // @ts-expect-error: only what anybody may read is rendered once for everybody.
      publicAnswer(app, deps, clientCalls.getUser, userSchemas.getUser, () => Promise.reject());
    };
    expect(bindsForeignSchemas).toBeTypeOf('function');
  });

  it('gives the handler exactly what the access level proves about the client', () => {
    const app = Fastify();
    const deps = {} as Deps;
    publicRoute(app, deps, clientCalls.signUp, authSchemas.signUp, provesNothing, (context) => {
      expectTypeOf(context).not.toHaveProperty('user');
      expectTypeOf(context).not.toHaveProperty('session');
      return no();
    });
    route(app, deps, clientCalls.getUser, userSchemas.getUser, ({ session, user }) => {
      expectTypeOf(session).toEqualTypeOf<Session>();
      expectTypeOf(user).toEqualTypeOf<UserRow | null>();
      return no();
    });
    route(app, deps, clientCalls.updateUser, userSchemas.updateUser, ({ user }) => {
      expectTypeOf(user).toEqualTypeOf<UserRow>();
      expectTypeOf(user.phone).toEqualTypeOf<string | null>();
      return no();
    });
    route(app, deps, clientCalls.createCheckout, checkoutSchemas.createCheckout, ({ user }) => {
      expectTypeOf(user.phone).toEqualTypeOf<string>();
      return no();
    });
    expect(app.hasRoute({ method: 'PUT', url: '/auth/update-user' })).toBe(true);
  });
});
