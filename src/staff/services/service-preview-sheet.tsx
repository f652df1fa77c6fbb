import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApplyService } from '#contract/staff.calls.ts';
import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { PreviewEffects } from '#staff/parts/preview-effects.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { Clock, MapPin } from 'lucide';
import { priceLabel } from '#domain/money/money.ts';
import { AUDIENCE_TEXTS } from '#domain/slots/access.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { ServiceDraft } from '#staff/services/service-draft.ts';
import { PLACE_OPTIONS, TYPE_OPTIONS } from '#staff/services/service-texts.ts';
import { parseAmount } from '#staff/till/till-texts.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

const FORMAT_TEXTS = { ONE_ON_ONE: 'one to one', GROUP: 'small class', WORKSHOP: 'workshop' } as const;

/** The card of the service on the price list, as it will be. */
export function ServiceCardPreview({ draft }: { draft: ServiceDraft }) {
  const type = draft.type[0] ?? 'YOGA';
  const types = TYPE_OPTIONS.filter(({ value }) => draft.type.includes(value)).map(({ label }) => label);
  const places = PLACE_OPTIONS.filter(({ value }) => draft.places.includes(value)).map(({ label }) => label);
  const limit = AUDIENCE_TEXTS[draft.audience];
  const note = draft.has_scale ? 'Sliding scale' : isClassFormat(draft.format) ? 'per person' : null;
  return (
    <div className={classNames('card service-card', tintClassOf(type))}>
      <div className="flex items-start justify-between gap-4">
        <TypeIcon type={type} className="size-12" />
        <p className="font-display text-xl leading-none text-end">
          {priceOf(draft)}
          {note !== null && <small className="block mt-1 text-muted text-xs font-text">{note}</small>}
        </p>
      </div>
      <p className="mt-3 font-display text-head leading-head">{draft.name.trim() || 'Its name'}</p>
      <p className="mt-1 text-tint-ink text-xs font-strong">
        {[types.join(' and '), FORMAT_TEXTS[draft.format]].filter(Boolean).join(', ')}
        {limit && ` · ${limit.label}`}
      </p>
      <p className="mt-3 text-muted text-grid whitespace-pre-line">{draft.description}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 mt-5 text-small">
        <span className="inline-flex gap-1.5 items-center">
          <Icon of={Clock} className="size-4 text-muted" /> {draft.duration} min
        </span>
        {places.length > 0 && (
          <span className="inline-flex gap-1.5 items-center">
            <Icon of={MapPin} className="size-4 text-muted" /> {places.join(', ')}
          </span>
        )}
      </p>
    </div>
  );
}

function priceOf({ has_scale, base_price, min_price, max_price }: ServiceDraft): string {
  const dollars = (text: string) => {
    const cents = parseAmount(text);
    return cents === null ? null : cents / 100;
  };
  const base = dollars(base_price);
  const scale = has_scale ? { min_price: dollars(min_price), max_price: dollars(max_price) } : {};
  return base === null ? '$–' : priceLabel({ base_price: base, ...scale });
}

const TEXTS: Record<ServiceChange['kind'], { title: (name: string) => string; act: string; done: string }> = {
  CREATE: {
    title: (name) => `Add ${name}?`,
    act: 'Add the service',
    done: 'It is added. Now give it hours.',
  },
  CHANGE: { title: (name) => `Change ${name}?`, act: 'Change the service', done: 'Saved.' },
  RETIRE: { title: (name) => `Retire ${name}?`, act: 'Retire', done: 'It is retired.' },
  RESTORE: { title: (name) => `Offer ${name} again?`, act: 'Offer again', done: 'It is offered again.' },
};

type SheetProps = {
  change: ServiceChange;
  first: Preview;
  name: string;
  onClose: () => void;
  onDone: (service: StaffService, text: string) => void;
};

/** What the change would do, and the button that does it. */
export function ServicePreviewSheet({ change, first, name, onClose, onDone }: SheetProps) {
  const queries = useQueryClient();
  const [preview, setPreview] = useState(first);
  const apply = useAction();
  const texts = TEXTS[change.kind];
  return (
    <ActionSheet
      action={apply}
      title={texts.title(name)}
      subtitle="Nothing is changed yet."
      confirm={texts.act}
      look={change.kind === 'RETIRE' ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={() =>
        apply.run(
          staffApplyService,
          { body: { preview_hash: preview.preview_hash, change } },
          {
            done: async (service) => {
              await queries.invalidateQueries({ queryKey: ['staff', 'services'] });
              onDone(service, texts.done);
            },
            refused: ({ code, details }) => {
              if (code === 'PREVIEW_CHANGED') setPreview(details as Preview);
            },
          },
        )
      }
    >
      <PreviewEffects preview={preview} />
    </ActionSheet>
  );
}
