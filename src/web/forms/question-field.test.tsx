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
])('%s: duplicate choices are shown once', (type, choice) => {
  expect(rendered(type, ['None', 'Vegan', 'None']).match(choice)).toHaveLength(2);
  expect(rendered(type, null).match(choice)).toBeNull();
});

it.each([
  ['TEXT', 1000, '1,000'],
  ['TEXTAREA', 10_000, '10,000'],
])('%s: an answer of the maximum length has a hint', (type, maxLength, formatted) => {
  expect(rendered(type, null, 'x'.repeat(maxLength))).toContain(`up to ${formatted} characters`);
  expect(rendered(type, null, 'x'.repeat(maxLength - 1))).not.toContain('characters; anything beyond');
});
