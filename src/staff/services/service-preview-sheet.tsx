import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApplyService } from '#contract/staff.calls.ts';
import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { PreviewEffects } from '#staff/parts/preview-effects.tsx';
import { useAction } from '#staff/parts/use-action.ts';

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
