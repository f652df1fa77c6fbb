import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isolate, type Personal } from '#domain/people/personal.ts';
import { showNames } from './names.tsx';
import { addressee, HIDDEN, setPrivacy, useShown } from './privacy.ts';

beforeAll(() => {
  showNames();
  setPrivacy(true);
});
afterAll(() => setPrivacy(false));
const maren = isolate('Maren Oakes');
const phone = '+15035550100' as Personal<string>;

it('each name is initials, wherever it stands', () => {
  const shown = renderToStaticMarkup(
    <p title={`Call ${maren}`}>
      <b>{maren}</b>, {`Cancel ${maren} now`}
    </p>,
  );
  expect(shown).toContain('<p title="Call M. O."><b><bdi>M. O.</bdi></b>');
  expect(shown).not.toContain('Maren');
});

it('nothing else that is personal is seen', () => {
  const Phone = () => <p>{useShown()(phone) ?? HIDDEN}</p>;
  expect(renderToStaticMarkup(<Phone />)).toBe('<p>Hidden</p>');
  expect(addressee(phone)).toBe('the client');
});

it('what is personal does not compile as a text of a screen', () => {
  // @ts-expect-error A screen has to ask useShown().
  expect(renderToStaticMarkup(<p>{phone}</p>)).toContain('+1');
});
