import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

const Box = ({ before, children }: { before?: ReactNode; children?: ReactNode }) => (
  <div>
    {before}
    {children}
  </div>
);
const count = 3;
const name = null as string | null;
const isBusy = false;

const expectMarkup = (element: ReactElement, markup: string) =>
  expect(renderToStaticMarkup(element)).toBe(markup);

it('texts alone become one', () => {
  expectMarkup(<p>You have {count} visits.</p>, '<p>You have 3 visits.</p>');
  expectMarkup(<Box>Save {count}</Box>, '<div>Save 3</div>');
});

it('a text beside an element has an element of its own', () => {
  expectMarkup(<p>Save {count > 2 && <b>all</b>}</p>, '<p><x-t>Save </x-t><b>all</b></p>');
  expectMarkup(<Box before={<i />}>Save</Box>, '<div><i></i><x-t>Save</x-t></div>');
});

it('a run of texts has one element, so that a translation sees the sentence', () => {
  const sentence = (
    <p>
      {count} of {5}
      {isBusy && <i />}
      {' left'} <b>now</b>
    </p>
  );
  expectMarkup(sentence, '<p><x-t>3 of 5 left </x-t><b>now</b></p>');
  const given = (
    <Box before={<i />}>
      Save {count} <b>now</b>
    </Box>
  );
  expectMarkup(given, '<div><i></i><x-t>Save 3 </x-t><b>now</b></div>');
});

it('a fragment has no element, so that even its only text gets one', () => {
  const fragment = (
    <p>
      <>{count}</>
      <b />
    </p>
  );
  expectMarkup(fragment, '<p><x-t>3</x-t><b></b></p>');
});

it('texts of a list have elements with keys', () => {
  const list = ['a', <b key="b">b</b>, 'c'];
  expectMarkup(<p>{list}</p>, '<p><x-t>a</x-t><b>b</b><x-t>c</x-t></p>');
});

it('where there is no text there is no element', () => {
  const empty = (
    <p>
      {name}
      {isBusy}
    </p>
  );
  expectMarkup(empty, '<p></p>');
});

it('a component that returns a text does not compile', () => {
  const Text = () => 'bare';
  // @ts-expect-error -- a component returns elements
  expectMarkup(<Text />, 'bare');
});

it('no line ends after the hyphen of e-mail', () => {
  expectMarkup(
    <p>E-mail or e-mails.</p>,
    '<p><x-t><x-t class="whitespace-nowrap">E-mail</x-t><x-t> or </x-t><x-t class="whitespace-nowrap">e-mail</x-t><x-t>s.</x-t></x-t></p>',
  );
  expectMarkup(<option>By e-mail</option>, '<option>By e-mail</option>');
  expectMarkup(<p title="By e-mail" />, '<p title="By e-mail"></p>');
});
