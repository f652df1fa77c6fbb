import { expect } from 'vitest';
import * as find from './elements.ts';
import { Locator, outlineOfDocument } from './locator.ts';
import { until } from './until.ts';

type Text = string | RegExp;
type Look = (all: Element[]) => boolean;

/** Looks until the locator is as expected, or no longer so where it must not be. */
async function looks(
  of: unknown,
  is: (all: Element[]) => boolean,
  isNot: boolean | undefined,
  words: string,
  seen: (all: Element[]) => string = () => '',
) {
  if (!(of instanceof Locator)) throw new TypeError('This is no locator');
  const message = () =>
    `${String(of)}: expected ${isNot ? 'not ' : ''}${words}; there is ${of.elements().length}× ${seen(of.elements())}\n${outlineOfDocument()}`;
  try {
    await until(() => (is(of.elements()) === Boolean(isNot) ? undefined : true), message);
    return { pass: !isNot, message };
  } catch {
    return { pass: Boolean(isNot), message };
  }
}

const one =
  (look: (element: Element) => boolean): Look =>
  (all) =>
    all.length === 1 && look(all[0]!);
const textOf = (all: Element[]): string =>
  all
    .map((element) => find.plain(element.textContent ?? ''))
    .join(' | ')
    .slice(0, 400);
const valueOf = (element: Element): string => (element as HTMLInputElement).value;
const isWhole = (wanted: Text, found: string) => find.fits({ text: wanted, exact: true }, found);

expect.extend({
  async toHaveURL(page: unknown, wanted: Text) {
    const here = () => location.pathname + location.search;
    const at = new Locator(() => [document.documentElement], `the address ${here()}`);
    const is = () => (typeof wanted === 'string' ? here() === wanted : wanted.test(here()));
    return looks(page instanceof Locator ? at : page, is, this.isNot, `to be ${wanted}`, here);
  },
  async toBeVisible(of: unknown) {
    return looks(of, one(find.isVisible), this.isNot, 'to be visible');
  },
  async toBeHidden(of: unknown) {
    return looks(of, (all) => !all.some(find.isVisible), this.isNot, 'to be hidden', textOf);
  },
  async toHaveCount(of: unknown, count: number) {
    return looks(of, (all) => all.length === count, this.isNot, `${count}×`, textOf);
  },
  async toContainText(of: unknown, wanted: Text) {
    const has = one((element) => find.fits({ text: wanted }, element.textContent ?? ''));
    return looks(of, has, this.isNot, `to contain ${wanted}`, textOf);
  },
  async toHaveText(of: unknown, wanted: Text | readonly Text[]) {
    const has: Look = Array.isArray(wanted)
      ? (all) =>
          all.length === wanted.length &&
          all.every((element, n) => isWhole((wanted as Text[])[n]!, element.textContent ?? ''))
      : one((element) => isWhole(wanted as Text, element.textContent ?? ''));
    return looks(of, has, this.isNot, `to have the text ${String(wanted)}`, textOf);
  },
  async toHaveValue(of: unknown, wanted: Text) {
    const has = one((element) => isWhole(wanted, valueOf(element)));
    return looks(of, has, this.isNot, `to have the value ${wanted}`, (all) => all.map(valueOf).join(' | '));
  },
  async toBeEnabled(of: unknown) {
    return looks(
      of,
      one((element) => !find.isDisabled(element)),
      this.isNot,
      'to be enabled',
    );
  },
  async toBeDisabled(of: unknown) {
    return looks(of, one(find.isDisabled), this.isNot, 'to be disabled');
  },
  async toBeChecked(of: unknown) {
    return looks(of, one(find.isChecked), this.isNot, 'to be checked');
  },
  async toBeFocused(of: unknown) {
    return looks(
      of,
      one((element) => element === document.activeElement),
      this.isNot,
      'to have the focus',
      () => `the focus is at ${document.activeElement?.outerHTML.slice(0, 120)}`,
    );
  },
  async toHaveAttribute(of: unknown, name: string, wanted: Text = /(?:)/) {
    const has = one(
      (element) => isWhole(wanted, element.getAttribute(name) ?? '') && element.hasAttribute(name),
    );
    return looks(of, has, this.isNot, `to have ${name}=${wanted}`, (all) =>
      all.map((element) => element.getAttribute(name)).join(' | '),
    );
  },
  async toHaveAccessibleDescription(of: unknown, wanted: Text) {
    const has = one((element) => isWhole(wanted, find.descriptionOf(element)));
    return looks(of, has, this.isNot, `to have the description ${wanted}`, (all) =>
      all.map(find.descriptionOf).join(' | '),
    );
  },
});

/** What a locator is expected to be; each looks until it is so. */
interface ScreenMatchers {
  toHaveURL(wanted: Text): Promise<void>;
  toBeVisible(): Promise<void>;
  toBeHidden(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  toContainText(wanted: Text): Promise<void>;
  toHaveText(wanted: Text | readonly Text[]): Promise<void>;
  toHaveValue(wanted: Text): Promise<void>;
  toBeEnabled(): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeChecked(): Promise<void>;
  toBeFocused(): Promise<void>;
  toHaveAttribute(name: string, wanted?: Text): Promise<void>;
  toHaveAccessibleDescription(wanted: Text): Promise<void>;
}
declare module 'vitest' {
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends ScreenMatchers {}
}
