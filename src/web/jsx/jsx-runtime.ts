import { hasNames } from '#domain/people/personal.ts';
import type { JSX as ReactJsx, Key, ReactElement } from 'react';
import { Fragment, jsx as element, jsxs as elementOfSeveral } from 'react/jsx-runtime';

// What JSX of this code base compiles to (jsxImportSource in tsconfig.json): docs/decisions/0060-translated-pages.md.

export { Fragment };

type Type = Parameters<typeof element>[0];
type Props = { children?: unknown };

/** The element around a text next to other nodes. No style sheet knows it, and it is inline as the text is. */
export const TEXT = 'x-t' as 'span';

const isText = (child: unknown): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
const isNothing = (child: unknown): boolean => child == null || typeof child === 'boolean';

/** An element with names in its attributes, and how it is made once they are written out. */
export type NamedElementProps = { props: object; make: (props: object) => ReactElement };
type NameComponents = {
  NamedText: Component<{ text: string }>;
  NamedElement: Component<NamedElementProps>;
};
let names: NameComponents | null = null;
/** Sets how texts with names of clients are shown: docs/decisions/0062-names-in-answers.md. Only the staff area has any. */
export function showNamesBy(components: NameComponents): void {
  names = components;
}
const isNamed = (value: unknown): boolean => names !== null && typeof value === 'string' && hasNames(value);

/** A line would break after its hyphen. */
const UNBROKEN = /(e-mail)/i;
/** A text in which such words stay whole. */
const keepWhole = (text: string): string | (string | ReactElement)[] =>
  UNBROKEN.test(text)
    ? text.split(UNBROKEN).map((part, at) => {
        const props = at % 2 === 0 ? { children: part } : { className: 'whitespace-nowrap', children: part };
        return part && element(TEXT, props, at);
      })
    : text;

const wrapText = (text: string, key?: Key): ReactElement =>
  isNamed(text)
    ? element(names!.NamedText, { text }, key)
    : element(TEXT, { children: keepWhole(text) }, key);

const FORWARD_REF = Symbol.for('react.forward_ref');
/** An element, or a library's component that makes one of its props, such as Link. Our own components come here for theirs. */
const isDrawn = (type: Type): boolean =>
  typeof type === 'string' || (type as { $$typeof?: symbol }).$$typeof === FORWARD_REF;
/** These can have nothing but a text in them. */
const IS_PLAIN: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea']);
/** A text alone in its element. */
const showText = (type: Type, text: string): string | ReactElement =>
  isDrawn(type) && !IS_PLAIN.has(type) && (isNamed(text) || UNBROKEN.test(text)) ? wrapText(text) : text;

/** Makes an element, once its children are wrapped. */
function make(of: typeof element, type: Type, props: Props, key?: Key): ReactElement {
  if (names !== null && isDrawn(type) && Object.values(props).some(isNamed))
    return element(names.NamedElement, { props, make: (shown: object) => of(type, shown) }, key);
  return of(type, props, key);
}

/** Children that come as one array, with keys of their own. */
const wrapList = (children: readonly unknown[]): unknown[] =>
  children.map((child, at) =>
    isText(child) ? wrapText(String(child), `text ${at}`) : Array.isArray(child) ? wrapList(child) : child,
  );

/** The children of an element as they are written. Each keeps its place, which is its key; a run of texts takes its first. */
function wrapRuns(children: readonly unknown[]): unknown[] {
  const wrapped: unknown[] = [];
  let run: { start: number; text: string } | null = null;
  for (const [at, child] of children.entries()) {
    if (isText(child) || isNothing(child)) {
      run ??= { start: at, text: '' };
      if (isText(child)) run.text += String(child);
      wrapped[at] = null;
      if (run.text) wrapped[run.start] = wrapText(run.text);
    } else {
      run = null;
      wrapped[at] = Array.isArray(child) ? wrapList(child) : child;
    }
  }
  return wrapped;
}

const joinTexts = (children: readonly unknown[]): string => children.filter(isText).join('');

/** A fragment has no element of its own, so that even its only text stands next to others. */
const isFragment = (type: Type): boolean => typeof type === 'symbol';

/** An element with at most one child. */
export function jsx(type: Type, props: Props, key?: Key): ReactElement {
  const { children } = props;
  // Compiled JSX always passes an object of its own.
  if (Array.isArray(children)) props.children = wrapList(children);
  else if (isText(children))
    props.children = isFragment(type) ? wrapText(String(children)) : showText(type, String(children));
  return make(element, type, props, key);
}

/** An element with several children. */
export function jsxs(type: Type, props: Props & { children: readonly unknown[] }, key?: Key): ReactElement {
  const { children } = props;
  const isAllText = children.every((child) => isText(child) || isNothing(child));
  if (!isAllText || isFragment(type))
    return make(elementOfSeveral, type, { ...props, children: wrapRuns(children) }, key);
  return make(element, type, { ...props, children: showText(type, joinTexts(children)) }, key);
}

/** What a component may return: never a bare text, which nothing here could wrap. */
type Rendered = ReactElement | readonly ReactElement[] | null | undefined | false;
/** In place of React's ComponentType, which may return a text. */
export type Component<Props = object> = (props: Props) => Rendered;

/** The types of JSX. */
export declare namespace JSX {
  type ElementType = string | Component<never> | { readonly $$typeof: symbol };
  type Element = ReactJsx.Element;
  type ElementClass = ReactJsx.ElementClass;
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>;
  type IntrinsicElements = ReactJsx.IntrinsicElements;
}
