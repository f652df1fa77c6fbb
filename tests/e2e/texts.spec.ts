import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { TEXTS } from './texts.ts';

const folder = import.meta.dirname;

test('some test checks every state of the table of texts', () => {
  const journeys = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const states = new Set(TEXTS.map(({ screen, state }) => `'${screen}', '${state}'`));
  expect([...states].filter((state) => !journeys.includes(`, ${state})`))).toEqual([]);
});
