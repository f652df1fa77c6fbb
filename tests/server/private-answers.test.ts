import { expect, it } from 'vitest';
import { hideNames } from '#staff/parts/privacy.ts';
import { CLIENT, clientWithEverything } from '../attacks/support/belongings.ts';
import { isStaffRow } from '../attacks/support/route-row.ts';
import { ROWS } from '../attacks/support/routes.ts';
import { testApp } from '../support/app.ts';

// With Privacy a screen shows what hideNames() leaves of an answer. A field that names a client is hidden whatever it is called.

const PERSON = ['Zorvakina', 'Quillibert', 'zorvakian', '5035550911', 'Zorvak Lane', CLIENT];
const site = await testApp({ env: { RATE_LIMIT_SCALE: '10000' } });
const { owned } = await clientWithEverything(site);

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
    for (const word of found(JSON.stringify(hideNames(answer.json())))) shown.push(`${row.route}: ${word}`);
  }
  expect(named, 'control: answers that name the client').toBeGreaterThan(10);
  expect(shown).toEqual([]);
}, 120_000);
