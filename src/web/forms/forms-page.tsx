import './forms.css';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FileText } from 'lucide';
import { formatShortDate } from '#domain/time/date-formats.ts';
import { newestFirst, splitRequired } from '#domain/visits/forms.ts';
import { submittedText } from '#domain/visits/submission-origin.ts';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import { LeafArt } from '#web/art/leaf.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { type User, useSession } from '#web/api/session.ts';
import { draftNameOf } from '#web/forms/answers.ts';
import { CompletedFormDialog } from '#web/forms/completed-form-dialog.tsx';
import { FillFormDialog } from '#web/forms/fill-form-dialog.tsx';
import { findFormDraft } from '#web/forms/form-drafts.ts';
import { type CompletedForm, type Forms, type RequiredForm, useForms } from '#web/forms/queries.ts';
import { servicesQuery } from '#web/services/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Forms to fill in before a visit, and the submitted ones (product.md §2.16). */
export function FormsPage() {
  const { user } = useSession();
  const { data, error, refetch, isFetching } = useForms();
  return (
    <>
      <PageHeading title="Resources" />
      {data && user ? (
        <FormLists forms={data} user={user} />
      ) : error ? (
        <FailedState
          tall
          message={MESSAGES.forms.load_failed(errorMessage(error))}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner tall />
      )}
    </>
  );
}

type Opened = { required: RequiredForm } | { completed: CompletedForm };

function FormLists({ forms, user }: { forms: Forms; user: User }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const completedHeading = useRef<HTMLHeadingElement>(null);
  const focusCompleted = useRef(false);
  const moment = useNow();
  const typeOf = useServiceTypes();
  const { serviceSpecific, global } = splitRequired(forms.required_forms);
  const completed = newestFirst(forms.completed_forms);
  const close = () => setOpened(null);
  const isRequired = (entry: RequiredForm) =>
    forms.required_forms.some((each) => draftNameOf(each) === draftNameOf(entry));

  // The row that opened the form is gone, so the focus moves to the list that has the form now, which may be new.
  useEffect(() => {
    if (!focusCompleted.current || opened || !completedHeading.current) return;
    focusCompleted.current = false;
    completedHeading.current.focus();
  });

  const requiredRow = (entry: RequiredForm) => {
    const hasDraft = moment && findFormDraft(user.id, entry, moment.getTime()) !== null;
    return (
      <FormRow
        key={draftNameOf(entry)}
        name={entry.form.name}
        note={<RequiredFor entry={entry} />}
        serviceType={typeOf(entry.service_id)}
        actionLabel={hasDraft ? 'Continue' : 'Fill in'}
        onOpen={() => setOpened({ required: entry })}
      />
    );
  };

  return (
    <>
      {forms.required_forms.length + completed.length === 0 && (
        <EmptyState art={<LeafArt />}>
          <p className="text-lg text-ink">{emptyTexts.forms.title}</p>
          <p>{emptyTexts.forms.line}</p>
        </EmptyState>
      )}
      {forms.required_forms.length > 0 && (
        <section aria-labelledby="required-forms" className="form-list">
          <h2 className="text-xl" id="required-forms">
            Required Forms
          </h2>
          {serviceSpecific.length > 0 && (
            <>
              <h3>Service-Specific Forms</h3>
              <ul className={LINES}>{serviceSpecific.map(requiredRow)}</ul>
            </>
          )}
          {global.length > 0 && (
            <>
              <h3>Global Forms</h3>
              <ul className={LINES}>{global.map(requiredRow)}</ul>
            </>
          )}
        </section>
      )}
      {completed.length > 0 && (
        <section aria-labelledby="completed-forms" className="form-list">
          <h2 className="text-xl" id="completed-forms" ref={completedHeading} tabIndex={-1}>
            Completed Forms
          </h2>
          <ul className={classNames(LINES, 'mt-4')}>
            {completed.map((each) => (
              <FormRow
                key={`${each.form_id} ${each.booking_id} ${each.submitted_at}`}
                name={each.form_name}
                note={<SubmittedFor completed={each} />}
                serviceType={typeOf(each.service_id)}
                actionLabel="View"
                filled
                onOpen={() => setOpened({ completed: each })}
              />
            ))}
          </ul>
        </section>
      )}
      {opened && 'required' in opened && (
        <FillFormDialog
          entry={opened.required}
          user={user}
          onClose={() => {
            // If it was submitted elsewhere meanwhile, its row is gone.
            focusCompleted.current = !isRequired(opened.required);
            close();
          }}
          onSubmitted={() => {
            focusCompleted.current = true;
            close();
          }}
        />
      )}
      {opened && 'completed' in opened && (
        <CompletedFormDialog completed={opened.completed} user={user} onClose={close} />
      )}
    </>
  );
}

/** When the form is due, and for which visit: two visits can require the same form on the same day. */
function RequiredFor({ entry: { service_name, booking_start } }: { entry: RequiredForm }) {
  if (!booking_start) return <>Once, for all visits</>;
  return (
    <>
      {service_name && <span className="mr-4">{service_name} </span>}
      <span className="inline-block">
        Needed for booking on: {formatShortDate(booking_start, practice.zone)}
      </span>
    </>
  );
}

/** The service and the date, which does not wrap. */
function SubmittedFor({ completed }: { completed: CompletedForm }) {
  const { service_name, submitted_at } = completed;
  return (
    <>
      {service_name && <span className="mr-4">{service_name} </span>}
      <span className="inline-block">
        {submittedText(completed, 'Submitted', formatShortDate(submitted_at, practice.zone))}
      </span>
    </>
  );
}

/** The first type of a service, for the icon of its forms; null until the services have loaded. */
function useServiceTypes(): (serviceId: string | null) => string | null {
  const { data } = useQuery(servicesQuery);
  return (serviceId) => data?.find(({ id }) => id === serviceId)?.type[0] ?? null;
}

const LINES = 'border-y border-line divide-y divide-line';

/** One form in a list. The whole row opens it. */
function FormRow({
  name,
  note,
  serviceType,
  actionLabel,
  filled = false,
  onOpen,
}: {
  name: string;
  note: ReactNode;
  /** The type of the service that requires the form; null for a form of all visits, or while unknown. */
  serviceType: string | null;
  actionLabel: string;
  /** Submitted already: has a secondary button. */
  filled?: boolean;
  onOpen: () => void;
}) {
  return (
    <li
      className={`relative grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 items-center py-4 sm:grid-cols-[auto_1fr_auto] ${serviceType === null ? 'is-start' : tintClassOf(serviceType)}`}
    >
      <span
        className="grid place-items-center size-11 rounded-control bg-tint-wash text-tint-ink"
        aria-hidden="true"
      >
        {serviceType === null ? (
          <Icon of={FileText} className="size-6" />
        ) : (
          <TypeIcon type={serviceType} className="size-6" />
        )}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <b>{name}</b>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <Button
        look={filled ? 'secondary' : 'primary'}
        className="stretched col-2 justify-self-start sm:col-auto"
        onClick={onOpen}
      >
        {actionLabel}
        <VisuallyHidden>
          {' '}
          {name}, {note}
        </VisuallyHidden>
      </Button>
    </li>
  );
}
