import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApplyService } from '#contract/catalogue.calls.ts';
import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { PreviewEffects } from '#staff/parts/preview-effects.tsx';
import { usePrivate } from '#staff/parts/privacy.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

const TEXTS: Record<ServiceChange['kind'], { title: (name: string) => string; act: string; done: string }> = {
  CREATE: { title: (name) => `Add ${name}?`, act: 'Add to the price list', done: 'It is on the price list.' },
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
  const isOnline = useOnline();
  const [preview, setPreview] = useState(first);
  const shown = usePrivate(preview);
  const [action_id, setActionId] = useState(newActionId);
  const texts = TEXTS[change.kind];
  const apply = useMutation<StaffService, ApiError>({
    mutationFn: () =>
      callStaff(staffApplyService, { body: { action_id, preview_hash: preview.preview_hash, change } }),
    onSuccess: async (service) => {
      await queries.invalidateQueries({ queryKey: ['staff', 'services'] });
      void queries.invalidateQueries({ queryKey: ['staff'] });
      onDone(service, texts.done);
    },
    onError: (error) => {
      // Without an answer it may have been done: the repeat must be the same.
      if (error.status === 0) return;
      setActionId(newActionId());
      if (error.code === 'PREVIEW_CHANGED') setPreview(error.details as Preview);
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      locked={apply.isPending}
      title={texts.title(name)}
      subtitle="Nothing is changed yet."
      footer={
        <>
          <Button look="secondary" disabled={apply.isPending} onClick={onClose}>
            Back
          </Button>
          <Button
            look={change.kind === 'RETIRE' ? 'danger' : 'primary'}
            busy={apply.isPending}
            disabled={!isOnline}
            onClick={() => apply.mutate()}
          >
            {texts.act}
          </Button>
        </>
      }
    >
      {apply.error && (
        <Banner tone={apply.error.code === 'PREVIEW_CHANGED' ? 'warn' : 'error'} inSight>
          {apply.error.message}
        </Banner>
      )}
      <PreviewEffects preview={shown} />
      {!isOnline && <Banner tone="warn">You’re offline. You can do this when you are back online.</Banner>}
    </Sheet>
  );
}
