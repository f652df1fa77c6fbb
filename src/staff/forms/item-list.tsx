import { useEffect, useRef, useState } from 'react';
import { Heading2 } from 'lucide';
import type { FormContent } from '#domain/visits/forms.ts';
import { type Item, moveItem, newHeading, newQuestion, placeOf } from '#staff/forms/form-body.ts';
import { ItemCard, KINDS, nameOf } from '#staff/forms/item-card.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

type ListProps = {
  items: readonly Item[];
  /** The newest version; null: there is none. */
  published: FormContent | null;
  errors: Readonly<Record<string, string>>;
  /** The id of the item whose card is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
  onChange: (items: readonly Item[]) => void;
};

/** The headings and questions of a form as cards, of which one is open at a time. */
export function ItemList({ items, published, errors, open, onOpen, onChange }: ListProps) {
  const root = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState('');
  // What takes the focus once it is there: a moved card may be another element.
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current !== null) root.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  /** After the open card, else at the end. */
  const add = (item: Item) => {
    const at = items.findIndex(({ id }) => id === open);
    next.current = `[data-card="${item.id}"] input`;
    onOpen(item.id);
    onChange(items.toSpliced(at < 0 ? items.length : at + 1, 0, item));
  };
  const move = (item: Item, by: -1 | 1) => {
    const to = moveItem(items, item.id, by);
    next.current = `[data-card="${item.id}"] [data-move="${by}"]`;
    setMoved(`${nameOf(item)} is number ${to.indexOf(item) + 1} of ${to.length} now.`);
    onChange(to);
  };
  return (
    <div ref={root} className="grid gap-3 @container/builder">
      <Announcement>{moved}</Announcement>
      <ol className="grid gap-2.5" aria-label="Headings and questions">
        {items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            published={published}
            errorOf={(field) => errors[`${placeOf(items, item)}.${field}`] ?? null}
            isOpen={open === item.id}
            onOpen={(isOpen) => onOpen(isOpen ? item.id : null)}
            onChange={(to) => {
              if (to.id !== item.id) onOpen(to.id);
              onChange(items.map((each) => (each === item ? to : each)));
            }}
            onMove={(by) => move(item, by)}
            onRemove={() => onChange(items.filter((each) => each !== item))}
          />
        ))}
      </ol>
      <FieldError id="items-error" error={errors.sections} />
      <fieldset className="kinds">
        <legend className="field-label mb-2">Add</legend>
        {KINDS.map(({ value, label, icon }) => (
          <button key={value} type="button" onClick={() => add(newQuestion(value))}>
            <Icon of={icon} />
            {label}
          </button>
        ))}
        <button type="button" onClick={() => add(newHeading())}>
          <Icon of={Heading2} />
          Heading
        </button>
      </fieldset>
    </div>
  );
}
