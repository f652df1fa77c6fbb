import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/forms.calls.ts';
import * as schemas from '#contract/forms.schemas.ts';
import { audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refusal.ts';
import { route } from '../route.ts';
import { presentCompleted, presentRequired } from './present-form.ts';
import { selectRequiredForms, selectSubmissions, type SubmissionRow } from './store.ts';
import { submitForm } from './submit-form.ts';

/** What a client has to answer, and what she has answered (rules.md §7). */
export function formRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, limits } = deps;

  const opened = async (user_id: string, submissions: SubmissionRow[], now: Date) => {
    const key = await keyring.keyOf(db, user_id, now);
    await audit(db, { actor: 'client', user_id, action: 'form.read' }, now);
    return submissions.map((row) => presentCompleted(row, key));
  };

  route(app, deps, calls.getForms, schemas.getForms, async ({ query, user, now }) => {
    if (query.user_id !== undefined && query.user_id !== user.id) return refuse('FORBIDDEN');
    const [required, submissions] = await Promise.all([
      selectRequiredForms(db, user.id, now),
      selectSubmissions(db, user.id),
    ]);
    const completed_forms = submissions.length === 0 ? [] : await opened(user.id, submissions, now);
    const required_forms = required.map((row) => presentRequired(row, completed_forms));
    return { required_forms, completed_forms, message: 'OK' };
  });

  route(app, deps, calls.uploadForm, schemas.uploadForm, async ({ body, user, now, request }) => {
    if (!(await limits.allow('write-health', { ip: request.ip, account: user.id })))
      return refuse('LimitExceededException');
    if (body.user_id && body.user_id !== user.id) return refuse('FORBIDDEN');
    const { form_id, booking_id, responses, form_updated_at } = body;
    const form = { user_id: user.id, form_id, booking_id, responses, form_updated_at };
    return (await submitForm(db, keyring, form, now)) ?? { message: 'Form submitted successfully!' };
  });
}
