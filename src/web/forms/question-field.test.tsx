import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QuestionField } from '#web/forms/question-field.tsx';

const rendered = (type: string, options: string[] | null) =>
  renderToString(
    <QuestionField
      question={{ id: 'diet', label: 'Diet', type, required: false, options }}
      answer={type === 'CHECKBOX' ? ['None'] : 'None'}
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
