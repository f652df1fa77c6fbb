import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/forms.schemas.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { listForms } from './list-forms.ts';
import { submitForm } from './submit-form.ts';

/** A client's required and completed forms, and submissions (rules.md §7). */
export function formRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring } = deps;

  const lists = oneAtATime();
  route(app, deps, calls.getForms, schemas.getForms, async ({ query, user, now, reply }) => {
    if (query.user_id !== undefined && query.user_id !== user.id) return refuse('FORBIDDEN');
    const leave = await lists.enter(user.id);
    if (leave === null) return refuse('LimitExceededException');
    try {
      const list = await listForms(db, keyring, user.id, now);
      // The stream ends, or is destroyed when the client goes away: both close it.
      return reply.type('application/json; charset=utf-8').send(list.once('close', leave));
    } catch (error) {
      leave();
      throw error;
    }
  });

  route(app, deps, calls.uploadForm, schemas.uploadForm, async ({ body, user, now }) => {
    if (body.user_id && body.user_id !== user.id) return refuse('FORBIDDEN');
    const { form_id, booking_id, responses, form_updated_at } = body;
    const form = { user_id: user.id, form_id, booking_id, responses, form_updated_at };
    return (await submitForm(db, keyring, form, now)) ?? { message: 'Form submitted successfully!' };
  });
}
