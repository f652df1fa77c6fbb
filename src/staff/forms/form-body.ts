import type { FormDraftBody } from '#contract/staff-forms.schemas.ts';

/** A form as it is saved. */
export type Body = FormDraftBody;
type Content = Body['content'];
export type QuestionItem = Content['sections'][number]['questions'][number];
/** A card of the editor: a question, or a heading over those that follow. */
export type Item = QuestionItem | { id: string; title: string };
/** A form as it is typed. */
export type Typed = Omit<Body, 'content'> & { items: readonly Item[] };

export const isHeading = (item: Item): item is Exclude<Item, QuestionItem> => 'title' in item;

const newId = () => `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
export const newHeading = (title = ''): Item => ({ id: newId(), title });
export const newQuestion = (type: QuestionItem['type']): QuestionItem => ({
  id: newId(),
  label: '',
  type,
  required: false,
  options: [],
});

export const typedOf = ({ content, ...head }: Body): Typed => ({
  ...head,
  items: content.sections.flatMap(({ title, questions }, at) =>
    at === 0 && title === '' ? questions : [newHeading(title), ...questions],
  ),
});

export function bodyOf({ items, audience, name, description, type }: Typed): Body {
  const sections: Content['sections'] = [];
  for (const item of items) {
    if (isHeading(item) || sections.length === 0) sections.push({ title: '', questions: [] });
    const section = sections.at(-1)!;
    if (isHeading(item)) section.title = item.title;
    else section.questions.push(item);
  }
  return { name, description, type, content: { sections }, audience };
}

/** The place of an item in errors: the id of a question, the number of the section that a heading begins. */
export const placeOf = (items: readonly Item[], item: Item): string =>
  isHeading(item) ? `${items.slice(1, items.indexOf(item) + 1).filter(isHeading).length}` : item.id;

/** Moves an item by one place; at the end it stays. */
export function moveItem(items: readonly Item[], id: string, by: -1 | 1): readonly Item[] {
  const at = items.findIndex((item) => item.id === id);
  const [item, other] = [items[at]!, items[at + by]];
  return other ? items.with(at, other).with(at + by, item) : items;
}
