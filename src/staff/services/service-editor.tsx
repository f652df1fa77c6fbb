import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { staffPreviewService } from '#contract/catalogue.calls.ts';
import type { CatalogueForm, ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { ServiceCardPreview } from '#staff/services/service-card-preview.tsx';
import {
  changedFields,
  type DraftErrors,
  draftOf,
  readDraft,
  type ServiceDraft,
} from '#staff/services/service-draft.ts';
import { ServiceFieldset } from '#staff/services/service-fieldset.tsx';
import { ServicePreviewSheet } from '#staff/services/service-preview-sheet.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

type EditorProps = {
  /** Null: a new one. */
  service: StaffService | null;
  forms: readonly CatalogueForm[];
  onDone: (service: StaffService, text: string) => void;
};

/** The fields of a service. Nothing is changed before its preview was confirmed. */
export function ServiceEditor({ service, forms, onDone }: EditorProps) {
  const isOnline = useOnline();
  // Only what was typed here: other fields follow the service, which another tab may change.
  const [typed, setTyped] = useState<Partial<ServiceDraft>>({});
  const draft = { ...draftOf(service), ...typed };
  const [errors, setErrors] = useState<DraftErrors>({});
  const look = useMutation<Preview, ApiError, ServiceChange>({
    mutationFn: (change) => callStaff(staffPreviewService, { body: { change } }),
    onError: (error) => {
      if (error.code === 'INVALID_INPUT') setErrors(error.details as DraftErrors);
    },
  });
  const change = (to: Partial<ServiceDraft>) => {
    setTyped({ ...typed, ...to });
    setErrors({});
    look.reset();
  };
  const read = readDraft(draft);
  const changes = service && read.ok ? changedFields(service, read.fields) : null;
  const isUntouched = service !== null && changes !== null && Object.keys(changes).length === 0;
  const isRetired = service !== null && !service.is_active;

  const onSave = () => {
    if (look.isPending) return;
    if (!read.ok) {
      setErrors(read.errors);
      focusFirstError();
      return;
    }
    look.mutate(
      service === null
        ? { kind: 'CREATE', service: read.fields }
        : { kind: 'CHANGE', id: service.id, service: changes! },
    );
  };
  const isElsewhere = look.error !== null && look.error.code !== 'INVALID_INPUT';

  return (
    <div className="service-editor">
      <form
        className="staff-box service-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {isRetired && (
          <p className="strip strip-off">
            Retired: nobody can book it, and its hours are kept. {service.booked > 0 && bookedText(service)}
          </p>
        )}
        <ServiceFieldset
          draft={draft}
          errors={errors}
          forms={forms}
          format_is_fixed={service?.format_is_fixed ?? false}
          onChange={change}
        />
        <footer className="service-foot">
          {isElsewhere && (
            <Banner tone="error" inSight>
              {look.error!.message}
            </Banner>
          )}
          {!isOnline && <Banner tone="warn">You’re offline. You can save when you are back online.</Banner>}
          {service !== null && (
            <Button
              look={isRetired ? 'secondary' : 'danger-quiet'}
              disabled={!isOnline || look.isPending}
              onClick={() => look.mutate({ kind: isRetired ? 'RESTORE' : 'RETIRE', id: service.id })}
            >
              {isRetired ? 'Offer again' : 'Retire'}
            </Button>
          )}
          <span className="service-acts">
            {service !== null && (
              <Button look="secondary" disabled={isUntouched} onClick={() => change(draftOf(service))}>
                Discard
              </Button>
            )}
            <Button type="submit" busy={look.isPending} disabled={!isOnline || isUntouched}>
              {service === null ? 'Add to the price list' : 'Save'}
            </Button>
          </span>
        </footer>
      </form>
      <aside className="service-aside">
        <h2>As clients see it</h2>
        <ServiceCardPreview draft={draft} />
        {!draft.bookable_online && <p>Clients don’t see it on the price list.</p>}
      </aside>
      {look.data && look.variables && (
        <ServicePreviewSheet
          change={look.variables}
          first={look.data}
          name={draft.name}
          onClose={() => look.reset()}
          onDone={onDone}
        />
      )}
    </div>
  );
}

const bookedText = ({ booked }: StaffService) =>
  booked === 1 ? 'One session is still booked.' : `${booked} sessions are still booked.`;

/** After the errors are shown. */
function focusFirstError(): void {
  requestAnimationFrame(() => {
    const first = document.querySelector<HTMLElement>('.service-form [aria-invalid="true"]');
    (first?.matches('fieldset') ? first.querySelector('input') : first)?.focus();
  });
}
