import { renderToStaticMarkup } from 'react-dom/server';
import { Link, MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { isolate, nameOr } from '#domain/people/personal.ts';
import { showNames } from './names.tsx';

showNames();
const maren = isolate('Maren Oakes');

it('each name is isolated from the direction of the text around it', () => {
  const row = (
    <li title={`Call ${maren}`}>
      <b>{maren}</b> has a seat; {nameOr(null, 'a former client')} has none.
      <button type="button">Cancel {maren} now</button>
      <input aria-label={`Note of ${maren}`} defaultValue={maren} />
      <Link to="/" title={`Open ${maren}`}>
        {maren}
      </Link>
      <select>
        <option>{maren}</option>
      </select>
    </li>
  );
  const shown = renderToStaticMarkup(<MemoryRouter>{row}</MemoryRouter>);
  expect(shown).toMatch(/<a [^>]*title="Open Maren Oakes"[^>]*><bdi>Maren Oakes<\/bdi><\/a>/);
  expect(shown).toContain('<li title="Call Maren Oakes"><b><bdi>Maren Oakes</bdi></b>');
  expect(shown).toContain('<x-t> has a seat; a former client has none.</x-t>');
  expect(shown).toContain(
    '<button type="button"><x-t><x-t>Cancel </x-t><bdi>Maren Oakes</bdi><x-t> now</x-t></x-t></button>',
  );
  expect(shown).toContain('aria-label="Note of Maren Oakes" value="Maren Oakes"');
  expect(shown).toContain('<option>Maren Oakes</option>');
  expect(shown).not.toMatch(/[\u2068\u2069]/);
});
