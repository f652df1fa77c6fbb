import { getRole } from 'dom-accessibility-api';

// What a person finds in a document. There is no layout here: hidden is what an attribute or an inline style hides.

const HIDING =
  '[hidden], [inert], template, script, style, noscript, dialog:not([open]), [popover]:not([data-shown])';
/** Hidden by base.css: the document has the parts for visitors and those for clients. */
const hiddenBySession = () =>
  document.documentElement.hasAttribute('data-signed-in') ? 'if-signed-out' : 'if-signed-in';

const isHiddenItself = (element: Element): boolean =>
  element.matches(HIDING) ||
  element.classList.contains(hiddenBySession()) ||
  /display:\s*none|visibility:\s*hidden/.test(element.getAttribute('style') ?? '') ||
  (element.parentElement?.matches('details:not([open])') === true && element.localName !== 'summary');

/** True if nothing above the element, or the element itself, hides it. */
export function isVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (isHiddenItself(at)) return false;
  return element.isConnected;
}

const isForReaders = (element: Element): boolean =>
  isVisible(element) && element.closest('[aria-hidden=true]') === null;

/** White space as a reader sees it. Marks around names, which isolate their direction, are not seen. */
export const plain = (text: string): string =>
  text
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const textById = (element: Element, ids: string): string =>
  ids
    .split(/\s+/)
    .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
    .join(' ');

/** What assistive technology reads of an element's content: names of pictures too, nothing hidden. */
function contentOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || isHiddenItself(node) || node.getAttribute('aria-hidden') === 'true')
    return '';
  const given = node.getAttribute('aria-label') ?? node.getAttribute('alt');
  const content = given ?? [...node.childNodes].map(contentOf).join('');
  return node.matches(INLINE) ? content : ` ${content} `;
}
const INLINE = 'x-t, span, a, b, i, em, strong, small, time, mark, bdi, abbr, code, sub, sup';

/** The name by which assistive technology announces the element. */
export function nameOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  const given = by === null ? element.getAttribute('aria-label') : textById(element, by);
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(contentOf).join(' ');
  const own = element.matches('input[type=submit], input[type=button]')
    ? (element as HTMLInputElement).value
    : '';
  return plain(
    given ??
      (labels ||
        own ||
        (element.matches('ul, ol') ? '' : contentOf(element)) ||
        element.getAttribute('title') ||
        element.getAttribute('placeholder') ||
        ''),
  );
}

/** What assistive technology adds to the name. */
export const descriptionOf = (element: Element): string =>
  plain(textById(element, element.getAttribute('aria-describedby') ?? ''));

/** The role, also of what is in a grid and of the headers of rows, which the library does not know. */
function roleOf(element: Element): string | null {
  if (element.localName === 'th' && element.getAttribute('scope') === 'row') return 'rowheader';
  if (element.localName === 'td' && element.closest('[role=grid]')) return 'gridcell';
  return getRole(element);
}

/** A text to look for: a part of it in any case, the whole of it to the letter, or a pattern. */
export type Wanted = { text: string | RegExp; exact?: boolean | undefined };

export function fits({ text, exact }: Wanted, found: string): boolean {
  const seen = plain(found);
  if (text instanceof RegExp) return text.test(seen);
  return exact ? seen === plain(text) : seen.toLowerCase().includes(plain(text).toLowerCase());
}

export type RoleOptions = {
  name?: string | RegExp;
  exact?: boolean;
  level?: number;
  checked?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  selected?: boolean;
  disabled?: boolean;
};

const STATES = ['expanded', 'pressed', 'selected'] as const;

export const isDisabled = (element: Element): boolean =>
  element.matches(
    '[aria-disabled=true], button:disabled, input:disabled, select:disabled, textarea:disabled, fieldset:disabled',
  );
export const isChecked = (element: Element): boolean =>
  element.getAttribute('aria-checked') === 'true' || (element as HTMLInputElement).checked === true;

/** The elements of a role below `root`, for assistive technology. */
export function withRole(root: ParentNode, role: string, options: RoleOptions): Element[] {
  const { name, exact, level, checked, disabled } = options;
  return [...root.querySelectorAll('*')].filter(
    (element) =>
      roleOf(element) === role &&
      (level === undefined ||
        element.localName === `h${level}` ||
        element.getAttribute('aria-level') === `${level}`) &&
      (checked === undefined || isChecked(element) === checked) &&
      (disabled === undefined || isDisabled(element) === disabled) &&
      STATES.every(
        (state) =>
          options[state] === undefined || element.getAttribute(`aria-${state}`) === String(options[state]),
      ) &&
      (name === undefined || fits({ text: name, exact }, nameOf(element))) &&
      isForReaders(element),
  );
}

/** The smallest elements below `root` that show a text. */
export function withText(root: ParentNode, wanted: Wanted): Element[] {
  const shows = (element: Element) =>
    !element.matches('script, style, template, noscript') &&
    fits(
      wanted,
      element.matches('input[type=submit], input[type=button]')
        ? (element as HTMLInputElement).value
        : (element.textContent ?? ''),
    );
  return [...root.querySelectorAll('*')].filter(
    (element) => shows(element) && ![...element.children].some(shows),
  );
}

const isField = (element: Element): boolean =>
  element.matches(
    'input:not([type=hidden]), textarea, select, button, meter, output, progress, [contenteditable]',
  );

/** The fields and regions with a label, by `label`, aria-label or aria-labelledby. */
export const withLabel = (root: ParentNode, wanted: Wanted): Element[] =>
  [
    ...root.querySelectorAll(
      'input:not([type=hidden]), textarea, select, button, meter, output, progress, [contenteditable], [aria-label], [aria-labelledby]',
    ),
  ].filter((element) => labelsOf(element).some((label) => fits(wanted, label)));

function labelsOf(element: Element): string[] {
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) return [textById(element, by)];
  const label = element.getAttribute('aria-label');
  if (label !== null) return [label];
  if (!isField(element)) return [];
  return [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent ?? '');
}

export const withPlaceholder = (root: ParentNode, wanted: Wanted): Element[] =>
  [...root.querySelectorAll('[placeholder], [data-placeholder]')].filter((element) =>
    fits(wanted, element.getAttribute('placeholder') ?? element.getAttribute('data-placeholder') ?? ''),
  );
