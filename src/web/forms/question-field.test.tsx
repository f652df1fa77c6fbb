import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QuestionField } from '#web/forms/question-field.tsx';

const rendered = (
  type: string,
  options: string[] | null,
  answer: string | string[] = type === 'CHECKBOX' ? ['None'] : 'None',
) =>
  renderToString(
    <QuestionField
      question={{ id: 'diet', label: 'Diet', type, required: false, options }}
      answer={answer}
      error={null}
      onAnswer={() => undefined}
    />,
  );

it.each([
  ['CHECKBOX', /<input/g],
  ['RADIO', /<input/g],
  ['SELECT', /<option value="[^"]/g],
])('%s: two choices of the same words are one, which can be answered', (type, choice) => {
  expect(rendered(type, ['None', 'Vegan', 'None']).match(choice)).toHaveLength(2);
  expect(rendered(type, null).match(choice)).toBeNull();
});

it.each([
  ['TEXT', 1000, '1,000'],
  ['TEXTAREA', 10_000, '10,000'],
])('%s: an answer that fills its room says where it ends', (type, most, words) => {
  expect(rendered(type, null, 'x'.repeat(most))).toContain(`An answer ends at ${words} characters`);
  expect(rendered(type, null, 'x'.repeat(most - 1))).not.toContain('An answer ends');
});
