import { expect, it } from 'vitest';
import { z } from 'zod';
import { staffClient } from '#contract/clients.schemas.ts';
import { PERSONAL } from '#contract/personal.schemas.ts';
import { staffBooking } from '#contract/staff-bookings.schemas.ts';
import { writeOut } from '#domain/people/personal.ts';
import { CLIENT, clientWithEverything } from '../attacks/support/belongings.ts';
import { isStaffRow } from '../attacks/support/route-row.ts';
import { ROWS } from '../attacks/support/routes.ts';
import { testApp } from '../support/app.ts';
import { EVERY_CALL, schemasOf } from '../support/every-call.ts';

// With Privacy a screen shows an answer without what its schema calls personal, and initials for names (decision 0062).

const PERSON = ['Zorvakina', 'Quillibert', 'zorvakian', '5035550911', 'Zorvak Lane', CLIENT];
const site = await testApp({ env: { RATE_LIMIT_SCALE: '10000' } });
const { owned } = await clientWithEverything(site);

/** The schema of the answer of each call, by its route. */
const answers = new Map(EVERY_CALL.map((call) => [`${call.method} ${call.path}`, schemasOf(call)?.answer]));

type Def = Partial<Record<'innerType' | 'element' | 'valueType', z.ZodType>> & {
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
};

/** The details of a refusal have what it is about as it is now. */
const { client } = staffClient.answer.shape;
const { booking } = staffBooking.answer.shape;
const REFUSAL = z.object({
  details: z.object({ ...client.shape, booking, client, candidates: z.array(client) }),
});

/** What is left of a value without all that its schema calls personal. */
function impersonal(schema: z.ZodType, value: unknown): unknown {
  if (PERSONAL.has(schema)) return null;
  if (typeof value !== 'object' || value === null) return value;
  const { innerType, element, valueType, shape, options } = schema.def as Def;
  const fitting = innerType ?? options?.find((each) => each.safeParse(value).success);
  if (fitting) return impersonal(fitting, value);
  if (Array.isArray(value)) return element ? value.map((each) => impersonal(element, each)) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const inner = shape?.[key] ?? valueType;
      return [key, inner ? impersonal(inner, each) : each];
    }),
  );
}

it('no answer to staff has a name or contact data once Privacy hides them', async () => {
  const shown: string[] = [];
  let named = 0;
  for (const row of ROWS.filter(isStaffRow)) {
    // Some of the calls end the session that makes them.
    const staff = await site.signInStaff(undefined, { unlocked: true });
    const answer = await staff.request(row.ask(owned));
    if (!String(answer.headers['content-type']).includes('json')) continue;
    const found = (text: string) => PERSON.filter((word) => text.includes(word));
    named += found(answer.body).length > 0 ? 1 : 0;
    const schema = answer.statusCode < 400 ? answers.get(row.route) : REFUSAL;
    const left = schema ? impersonal(schema, answer.json()) : answer.json();
    for (const word of found(writeOut(JSON.stringify(left), () => 'Z.'))) shown.push(`${row.route}: ${word}`);
  }
  expect(named, 'control: answers that name the client').toBeGreaterThan(10);
  expect(shown).toEqual([]);
});
