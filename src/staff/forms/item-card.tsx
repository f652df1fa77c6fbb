import {
  ArrowDown,
  ArrowUp,
  ChevronsUpDown,
  ChevronUp,
  CircleDot,
  Pencil,
  Signature,
  SquareCheck,
  TextAlignStart,
  Type,
} from 'lucide';
import { FORM_LIMITS, hasOptions, QUESTION_LABELS } from '#domain/visits/form-drafts.ts';
import { formerKind } from '#domain/visits/form-versions.ts';
import { type FormContent, QUESTION_TYPES, questionsOf, type QuestionType } from '#domain/visits/forms.ts';
import { isHeading, type Item, newQuestion, type QuestionItem } from '#staff/forms/form-body.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { Switch } from '#staff/parts/switch.tsx';
import { IconButton, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

const ICONS: Readonly<Record<QuestionType, typeof Type>> = {
  TEXT: Type,
  TEXTAREA: TextAlignStart,
  RADIO: CircleDot,
  CHECKBOX: SquareCheck,
  SELECT: ChevronsUpDown,
  SIGNATURE: Signature,
};
/** The kinds of questions, in the order in which they are offered. */
export const KINDS = QUESTION_TYPES.map((value) => ({
  value,
  label: QUESTION_LABELS[value],
  icon: ICONS[value],
}));

type FieldsProps<I extends Item> = {
  item: I;
  /** The newest version; null: there is none. */
  published: FormContent | null;
  /** What is wrong with a field of it. */
  errorOf: (field: string) => string | null;
  onChange: (item: Item) => void;
};
type CardProps = FieldsProps<Item> & {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

export const nameOf = (item: Item): string =>
  isHeading(item) ? item.title.trim() || 'New heading' : item.label.trim() || 'New question';

/** A heading or a question; open, with its fields. */
export function ItemCard({ isOpen, onOpen, onMove, onRemove, ...fields }: CardProps) {
  const { item, published, errorOf } = fields;
  const name = nameOf(item);
  const isNew = published !== null && !questionsOf(published).some(({ id }) => id === item.id);
  const isUnfinished = ['title', 'label', 'type', 'options'].some((field) => errorOf(field) !== null);
  return (
    <li
      className={classNames('staff-box form-card', isOpen && 'is-open', isHeading(item) && 'is-heading')}
      aria-label={name}
      data-card={item.id}
    >
      <div className="flex gap-3 items-start">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <b>{name}</b>
          {(!isHeading(item) || (isUnfinished && !isOpen)) && (
            <p className="flex flex-wrap gap-x-2.5 gap-y-1 items-center text-muted text-small">
              {!isHeading(item) && (
                <span className="inline-flex gap-1.5 items-center">
                  <Icon of={ICONS[item.type]} className="size-4" />
                  {QUESTION_LABELS[item.type]}
                  {item.required && ', required'}
                </span>
              )}
              {isNew && !isHeading(item) && <span className="mark mark-new">New</span>}
              {isUnfinished && !isOpen && <span className="mark mark-missing">Unfinished</span>}
            </p>
          )}
        </div>
        <IconButton
          className="-mt-1 -mr-1.5"
          label={isOpen ? `Close ${name}` : `Edit ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon of={isOpen ? ChevronUp : Pencil} />
        </IconButton>
      </div>
      {isOpen && (
        <div className="grid gap-3.5 mt-3">
          {isHeading(item) ? (
            <TextField
              label="Heading"
              limit={FORM_LIMITS.title}
              error={errorOf('title')}
              value={item.title}
              onChange={(title) => fields.onChange({ ...item, title })}
            />
          ) : (
            <QuestionFields {...fields} item={item} />
          )}
          <div className="acts">
            <TextButton className="act act-soft" data-move="-1" onClick={() => onMove(-1)}>
              <Icon of={ArrowUp} className="size-4" /> Up
            </TextButton>
            <TextButton className="act act-soft" data-move="1" onClick={() => onMove(1)}>
              <Icon of={ArrowDown} className="size-4" /> Down
            </TextButton>
            <TextButton className="act ml-auto text-clay-ink" onClick={onRemove}>
              Remove
            </TextButton>
          </div>
        </div>
      )}
    </li>
  );
}

function QuestionFields({ item, published, errorOf, onChange }: FieldsProps<QuestionItem>) {
  const change = (to: Partial<QuestionItem>) => onChange({ ...item, ...to });
  const of = bindFields(item, change);
  const former = published && formerKind(item, [published]);
  const kindError = former && `It was answered as “${QUESTION_LABELS[former as QuestionType]}”.`;
  return (
    <>
      <TextField label="Question" limit={FORM_LIMITS.label} error={errorOf('label')} {...of('label')} />
      <div className="grid gap-3.5 items-end @lg/builder:grid-cols-2">
        <SelectField
          label="Kind"
          options={KINDS}
          error={kindError ?? errorOf('type')}
          value={item.type}
          onChange={(kind) => change({ type: kind as QuestionType })}
        />
        <Switch label="Required" checked={item.required} onChange={(required) => change({ required })} />
      </div>
      {former && (
        <TextButton
          className="act justify-self-start"
          onClick={() => change({ id: newQuestion(item.type).id })}
        >
          Make it a new question
        </TextButton>
      )}
      {hasOptions(item.type) && (
        <TextAreaField
          label="Choices, one per line"
          rows={4}
          error={errorOf('options')}
          value={item.options.join('\n')}
          onChange={(text) => change({ options: text.split('\n') })}
        />
      )}
    </>
  );
}
