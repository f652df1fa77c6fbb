import { expect } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/client.calls.ts';
import type { Form } from '#contract/forms.schemas.ts';
import { sampleSignature } from '#server/seed/sample-signature.ts';
import type { Visitor } from './people.ts';
import { clientWithVisits } from './staff-area.ts';

/** What the answers say about the one that differs. */
export const CHANGED = 'Changed. Before: Before 10 PM. Now: After midnight.';
export const INTAKE = 'Ayurvedic Intake';
const DAY_MINUTES = 24 * 60;

/** Answers that fit each question, with these instead. */
function answersTo({ content }: Form, own: Record<string, string>): Record<string, unknown> {
  const questions = content.sections.flatMap((section) => section.questions);
  return Object.fromEntries(
    questions.map(({ id, type, options }) => {
      if (own[id] !== undefined) return [id, own[id]];
      if (type === 'CHECKBOX') return [id, [options[0]]];
      if (type === 'RADIO' || type === 'SELECT') return [id, options[0]];
      return [id, type === 'SIGNATURE' ? sampleSignature() : 'A plain answer'];
    }),
  );
}

/** A client who has filled in the intake for two visits to come, with one other answer, and signed the agreement. */
export async function clientWithIntakes(visitor: Visitor): Promise<{ email: string; ids: [string, string] }> {
  const service = 'Seasonal Follow-up';
  const { email, ids } = await clientWithVisits(visitor, { first_name: 'Ivo', last_name: 'Marlow' }, [
    { minutes: 2 * DAY_MINUTES, service },
    { minutes: 3 * DAY_MINUTES, service },
  ]);
  const { required_forms } = (await (await visitor.request.get('/auth/get-forms')).json()) as OutputOf<
    typeof getForms
  >;
  for (const { form, booking_id } of required_forms) {
    const asleep = booking_id === ids[1] ? 'After midnight' : 'Before 10 PM';
    const answer = await visitor.request.post('/auth/upload-form', {
      data: { form_id: form.id, booking_id, responses: answersTo(form, { asleep }) },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return { email, ids: [ids[0]!, ids[1]!] };
}
