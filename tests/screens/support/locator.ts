import { userEvent, type UserEvent } from '@testing-library/user-event';
import * as find from './elements.ts';
import { until } from './until.ts';

type Text = string | RegExp;
type Exact = { exact?: boolean };
export type FilterOptions = {
  has?: Locator;
  hasNot?: Locator;
  hasText?: Text;
  hasNotText?: Text;
  visible?: boolean;
};

/** One person at the keyboard and mouse of this document. Nothing has a layout, so nothing can be in the way of a click. */
export const user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0, document });
/** The same with files of every type: a picker can be set to show all. */
const anyFile = user.setup({ applyAccept: false });

/**
 * Elements as a person names them, found anew each time they are needed. The words are those of Playwright's locators, so
 * that a test moves between this level and the browser without being written again.
 */
export class Locator {
  readonly #find: (root: ParentNode | null) => Element[];
  readonly #words: string;

  /** `search`: below `root`, or in the document where it is null. */
  constructor(search: (root: ParentNode | null) => Element[], words: string) {
    this.#find = search;
    this.#words = words;
  }

  toString(): string {
    return this.#words;
  }

  /** The elements that there are now, in the order of the document. */
  elements(root: ParentNode | null = null): Element[] {
    return [...new Set(this.#find(root))];
  }

  #within(words: string, search: (root: ParentNode) => Element[]): Locator {
    return new Locator(
      (root) => this.elements(root).flatMap(search),
      this.#words ? `${this.#words} > ${words}` : words,
    );
  }
  #narrow(words: string, narrow: (all: Element[]) => Element[]): Locator {
    return new Locator((root) => narrow(this.elements(root)), `${this.#words}${words}`);
  }

  getByRole(role: string, options: find.RoleOptions = {}): Locator {
    return this.#within(`${role} ${options.name ?? ''}`, (root) => find.withRole(root, role, options));
  }
  getByText(text: Text, { exact }: Exact = {}): Locator {
    return this.#within(`text ${text}`, (root) => find.withText(root, { text, exact }));
  }
  getByLabel(text: Text, { exact }: Exact = {}): Locator {
    return this.#within(`label ${text}`, (root) => find.withLabel(root, { text, exact }));
  }
  getByPlaceholder(text: Text, { exact }: Exact = {}): Locator {
    return this.#within(`placeholder ${text}`, (root) => find.withPlaceholder(root, { text, exact }));
  }
  locator(css: string, options: FilterOptions = {}): Locator {
    // A child of the element itself: the document knows it by its standard name alone.
    const selector = css.replace(/^>/, ':scope >');
    return this.#within(css, (root) => [...root.querySelectorAll(selector)]).filter(options);
  }

  filter({ has, hasNot, hasText, hasNotText, visible }: FilterOptions): Locator {
    const shows = (text: Text, element: Element) => find.fits({ text }, element.textContent ?? '');
    return this.#narrow('', (all) =>
      all.filter(
        (element) =>
          (!has || has.elements(element).length > 0) &&
          (!hasNot || hasNot.elements(element).length === 0) &&
          (hasText === undefined || shows(hasText, element)) &&
          (hasNotText === undefined || !shows(hasNotText, element)) &&
          (visible === undefined || find.isVisible(element) === visible),
      ),
    );
  }
  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.nth(-1);
  }
  nth(index: number): Locator {
    return this.#narrow(` [${index}]`, (all) => all.slice(index, index === -1 ? undefined : index + 1));
  }
  /** A locator for each element that there is now. */
  all(): Locator[] {
    return this.elements().map((_, index) => this.nth(index));
  }
  or(other: Locator): Locator {
    return new Locator(
      (root) => [...this.elements(root), ...other.elements(root)],
      `${this.#words} or ${String(other)}`,
    );
  }
  page(): Locator {
    return documentLocator;
  }

  /** The one element, once it is there. Waits until it is `ready` too. */
  async one(ready: (element: Element) => boolean = () => true): Promise<HTMLElement> {
    return until(
      () => {
        const all = this.elements();
        if (all.length > 1)
          throw new Error(`${all.length} elements for ${String(this)}: ${all.map(outline).join(', ')}`);
        return all[0] && ready(all[0]) ? (all[0] as HTMLElement) : undefined;
      },
      () =>
        `${this.elements().length === 0 ? 'Nothing is' : 'Not ready:'} ${String(this)}\n${outlineOfDocument()}`,
    );
  }
  #usable = (): Promise<HTMLElement> =>
    this.one((element) => find.isVisible(element) && !find.isDisabled(element));

  async click(): Promise<void> {
    await user.click(await this.#usable());
  }
  async dblclick(): Promise<void> {
    await user.dblClick(await this.#usable());
  }
  async hover(): Promise<void> {
    await user.hover(await this.#usable());
  }
  async focus(): Promise<void> {
    (await this.one()).focus();
  }
  async check(): Promise<void> {
    const box = await this.#usable();
    if (!find.isChecked(box)) await user.click(box);
  }
  async uncheck(): Promise<void> {
    const box = await this.#usable();
    if (find.isChecked(box)) await user.click(box);
  }
  /** Replaces what a field has. */
  async fill(text: string): Promise<void> {
    const field = (await this.#usable()) as HTMLInputElement;
    field.focus();
    // Dates and times have pickers of the browser's own; a text is typed as a whole, as a paste is.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    setter?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  /** Presses a key, such as `Enter` or `Shift+Tab`, with the focus here. */
  async press(keys: string): Promise<void> {
    (await this.one()).focus();
    await press(keys);
  }
  async pressSequentially(text: string): Promise<void> {
    (await this.one()).focus();
    await user.keyboard(text.replace(/[[{]/g, '$&$&'));
  }
  async selectOption(option: string | { label: string }): Promise<void> {
    const list = await this.#usable();
    await user.selectOptions(list, typeof option === 'string' ? option : option.label);
  }
  async setInputFiles({
    name,
    mimeType,
    buffer,
  }: {
    name: string;
    mimeType: string;
    buffer: Buffer;
  }): Promise<void> {
    const field = (await this.one()) as HTMLInputElement;
    await anyFile.upload(field, new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }

  count(): Promise<number> {
    return Promise.resolve(this.elements().length);
  }
  async textContent(): Promise<string> {
    return (await this.one()).textContent ?? '';
  }
  async inputValue(): Promise<string> {
    return ((await this.one()) as HTMLInputElement).value;
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.one()).getAttribute(name);
  }
}

/** Presses a key with the keys that are held meanwhile: `Control+k`. */
export async function press(keys: string): Promise<void> {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.pop()!.replace(/^Space$/, ' ');
  const held = parts.map((each) => `{${each}>}`).join('');
  const released = parts
    .toReversed()
    .map((each) => `{/${each}}`)
    .join('');
  await user.keyboard(`${held}${key.length === 1 ? key.replace(/[[{]/, '$&$&') : `{${key}}`}${released}`);
}

/** All of the document. */
export const documentLocator = new Locator(
  (root) => [(root as Element | null) ?? document.documentElement],
  '',
);

const outline = (element: Element): string =>
  `<${element.localName}> ${find.nameOf(element) || find.plain(element.textContent ?? '').slice(0, 60)}`;

/** What a failed look shows: the headings, fields and buttons that there are. */
export const outlineOfDocument = (): string =>
  [
    ...document.querySelectorAll(
      'h1, h2, h3, button, a, input, textarea, select, [role=alert], [role=status], dialog[open]',
    ),
  ]
    .filter(find.isVisible)
    .slice(0, 80)
    .map((element) => `  ${outline(element)}`)
    .join('\n');
