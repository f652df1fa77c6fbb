import { expect, it } from 'vitest';
import { testApp } from '#tests/support/app.ts';

const { request } = await testApp({ seeded: false });

const answerTo = async (payload: string) => {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await request({ method: 'POST', url: '/sign-in', headers, payload });
  return `${statusCode} ${body}`;
};

it.each([
  '{"__proto__":{"isAdmin":true}}',
  '{"username":"a@example.com","password":"x","more":[{"deep":{"constructor":1}}]}',
  '{"prototype":null}',
  String.raw`{"\u005f_proto__":{"isAdmin":true}}`,
  String.raw`{"username":{"\u0063onstruct\u006fr":1}}`,
])('refuses the key that could change a prototype in %s', async (payload) => {
  expect(await answerTo(payload)).toMatch(/^400 .*"FORBIDDEN_KEY"/);
});

it.each(['constructor', '__proto__', String.raw`\u0063onstructor`])(
  'takes %s where it is a text',
  async (word) => {
    const answer = await answerTo(`{"username":"a@example.com","password":"${word}"}`);
    expect(answer).not.toContain('FORBIDDEN_KEY');
    expect(answer).toMatch(/^401 /);
  },
);
