import { expect, test } from 'vitest';
import { bodyOf, moveItem, newQuestion, placeOf, typedOf } from '#staff/forms/form-body.ts';

const question = (id: string) => ({ ...newQuestion('TEXT'), id });
const bodyWith = (...sections: [string, ...string[]][]) => ({
  name: 'Sleep',
  description: '',
  type: 'INTAKE',
  content: { sections: sections.map(([title, ...ids]) => ({ title, questions: ids.map(question) })) },
  audience: 'EVERYBODY' as const,
});

test.each([
  bodyWith(),
  bodyWith(['', 'a', 'b']),
  bodyWith(['', 'a'], ['B'], ['C', 'd']),
  bodyWith(['A', 'a'], ['', 'b']),
])('cards are the same form again, to the order of its keys', (body) => {
  expect(JSON.stringify(bodyOf(typedOf(body)))).toBe(JSON.stringify(body));
});

test('a card moves over others and over headings, and stays at the end', () => {
  const typed = typedOf(bodyWith(['', 'a'], ['B', 'b']));
  const moved = (id: string, by: -1 | 1) =>
    bodyOf({ ...typed, items: moveItem(typed.items, id, by) }).content.sections.map(({ title, questions }) =>
      [title, ...questions.map((each) => each.id)].join(),
    );
  expect([moved('a', 1), moved('b', -1), moved('b', 1)]).toEqual([['B,a,b'], [',a,b', 'B'], [',a', 'B,b']]);
});

test.each([
  [bodyWith(['', 'a'], ['B'], ['C']), [1, 2]],
  [bodyWith(['A', 'a'], ['B']), [0, 1]],
])('a heading has the number of its section', (body, numbers) => {
  const { items } = typedOf(body);
  const headings = items.filter((item) => 'title' in item);
  expect(headings.map((heading) => Number(placeOf(items, heading)))).toEqual(numbers);
});
