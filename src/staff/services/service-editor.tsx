import { useId, useState } from 'react';
import { Link } from 'react-router';
import { staffPreviewService } from '#contract/staff.calls.ts';
import type { CatalogueForm, ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionFields, OfflineNotice, useActionForm } from '#staff/parts/action-form.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ServiceCardPreview, ServicePreviewSheet } from '#staff/services/service-preview-sheet.tsx';
import { changedFields, draftOf, readDraft, type ServiceDraft } from '#staff/services/service-draft.ts';
import { ServiceFieldset } from '#staff/services/service-fieldset.tsx';
import { Button } from '#web/ui/button.tsx';

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
  const look = useAction();
  const [seen, setSeen] = useState<{ change: ServiceChange; preview: Preview } | null>(null);
  const id = useId();
  const change = (to: Partial<ServiceDraft>) => setTyped({ ...typed, ...to });
  const read = readDraft(draft);
  const changes = service && read.ok ? changedFields(service, read.fields) : null;
  const isUntouched = service !== null && changes !== null && Object.keys(changes).length === 0;
  const isRetired = service !== null && !service.is_active;

  const form = useActionForm(look, read.ok ? {} : read.errors);
  const preview = (wanted: ServiceChange) =>
    look.ask(() => callStaff(staffPreviewService, { body: { change: wanted } }), {
      done: (found) => setSeen({ change: wanted, preview: found }),
    });
  const onSave = () => {
    if (!read.ok) return;
    preview(
      service === null
        ? { kind: 'CREATE', service: read.fields }
        : { kind: 'CHANGE', id: service.id, service: changes! },
    );
  };

  return (
    <div className="grid gap-6 items-start max-w-256 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <ActionFields
        form={form}
        id={id}
        className="staff-box service-form @container/service"
        onConfirm={onSave}
      >
        {isRetired && (
          <p className="strip bg-off-bg text-off-ink">
            Retired: nobody can book it, and its hours are kept. {service.booked > 0 && bookedText(service)}
          </p>
        )}
        <ServiceFieldset
          draft={draft}
          forms={forms}
          format_is_fixed={service?.format_is_fixed ?? false}
          onChange={change}
        />
        <footer className="flex flex-wrap gap-3 items-center px-4.5 py-4 border-t border-line max-tablet:sticky max-tablet:z-1">
          <ActionFailure action={look} failure={form.failure} />
          <OfflineNotice />
          {service !== null && (
            <Button
              look={isRetired ? 'secondary' : 'danger-quiet'}
              disabled={!isOnline || look.isPending}
              onClick={() => preview({ kind: isRetired ? 'RESTORE' : 'RETIRE', id: service.id })}
            >
              {isRetired ? 'Offer again' : 'Retire'}
            </Button>
          )}
          <span className="flex flex-wrap gap-2.5 ml-auto max-tablet:flex-1">
            {service !== null && (
              <Button look="secondary" disabled={isUntouched} onClick={() => change(draftOf(service))}>
                Discard
              </Button>
            )}
            <Button
              type="submit"
              className="max-tablet:flex-1"
              busy={look.isPending}
              disabled={!isOnline || isUntouched}
            >
              {service === null ? 'Add the service' : 'Save'}
            </Button>
          </span>
        </footer>
      </ActionFields>
      <aside className="xl:sticky xl:top-below-top">
        <h2 className="mb-3 font-text text-md font-strong tracking-normal">As clients see it</h2>
        <ServiceCardPreview draft={draft} />
        {!draft.bookable_online && (
          <p className="mt-3 text-muted text-small">Clients don’t see it on the price list.</p>
        )}
        {service && !service.has_hours && (
          <p className="mt-3 text-muted text-small">
            It has no hours, so clients can’t book it. <Link to={`/hours?add=${service.id}`}>Add hours</Link>
          </p>
        )}
      </aside>
      {seen && (
        <ServicePreviewSheet
          change={seen.change}
          first={seen.preview}
          name={draft.name}
          onClose={() => setSeen(null)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

const bookedText = ({ booked }: StaffService) =>
  booked === 1 ? 'One session is still booked.' : `${booked} sessions are still booked.`;
