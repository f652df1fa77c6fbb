import './forms.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { emptyWords } from '#content/public/empty-words.ts';
import { practice } from '#content/public/practice.ts';
import { formatShortDate } from '#domain/date-formats.ts';
import { newestFirst, splitRequired } from '#domain/forms.ts';
import { LeafArt } from '#web/art/leaf-art.tsx';
import { draftNameOf } from '#web/forms/answers.ts';
import { CompletedFormDialog } from '#web/forms/completed-form-dialog.tsx';
import { FillFormDialog } from '#web/forms/fill-form-dialog.tsx';
import { foundDraft } from '#web/forms/form-drafts.ts';
import { FormRow } from '#web/forms/form-row.tsx';
import { type CompletedForm, type Forms, type RequiredForm, useForms } from '#web/forms/queries.ts';
import { MESSAGES, errorMessage } from '#web/client/error-messages.ts';
import { servicesQuery } from '#web/services/queries.ts';
import { type User, useSession } from '#web/client/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

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
  const leadToCompleted = useRef(false);
  const moment = useNow();
  const typeOf = useServiceTypes();
  const { serviceSpecific, global } = splitRequired(forms.required_forms);
  const completed = newestFirst(forms.completed_forms);
  const close = () => setOpened(null);
  const isAsked = (entry: RequiredForm) =>
    forms.required_forms.some((each) => draftNameOf(each) === draftNameOf(entry));

  // The row that opened the form has gone, so the focus goes to where the form stands now; that heading may be new.
  useEffect(() => {
    if (!leadToCompleted.current || opened || !completedHeading.current) return;
    leadToCompleted.current = false;
    completedHeading.current.focus();
  });

  const requiredRow = (entry: RequiredForm) => {
    const begun = moment && foundDraft(user.id, entry, moment.getTime()) !== null;
    return (
      <FormRow
        key={draftNameOf(entry)}
        name={entry.form.name}
        note={<Needed entry={entry} />}
        serviceType={typeOf(entry.service_id)}
        act={begun ? 'Continue' : 'Fill in'}
        onOpen={() => setOpened({ required: entry })}
      />
    );
  };

  return (
    <>
      {forms.required_forms.length + completed.length === 0 && (
        <EmptyState art={<LeafArt />}>
          <p className="text-lg text-ink">{emptyWords.forms.spec}</p>
          <p>{emptyWords.forms.line}</p>
        </EmptyState>
      )}
      {forms.required_forms.length > 0 && (
        <section aria-labelledby="required-forms" className="form-list">
          <h2 id="required-forms">Required Forms</h2>
          {serviceSpecific.length > 0 && (
            <>
              <h3>Service-Specific Forms</h3>
              <ul>{serviceSpecific.map(requiredRow)}</ul>
            </>
          )}
          {global.length > 0 && (
            <>
              <h3>Global Forms</h3>
              <ul>{global.map(requiredRow)}</ul>
            </>
          )}
        </section>
      )}
      {completed.length > 0 && (
        <section aria-labelledby="completed-forms" className="form-list">
          <h2 id="completed-forms" ref={completedHeading} tabIndex={-1}>
            Completed Forms
          </h2>
          <ul className="mt-4">
            {completed.map((each) => (
              <FormRow
                key={`${each.form_id} ${each.booking_id} ${each.submitted_at}`}
                name={each.form_name}
                note={<HandedIn completed={each} />}
                serviceType={typeOf(each.service_id)}
                act="View"
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
            // It was handed in from elsewhere: the row to go back to is gone.
            leadToCompleted.current = !isAsked(opened.required);
            close();
          }}
          onSubmitted={() => {
            leadToCompleted.current = true;
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

/** By when, and for which visit: two visits may ask for the same form on the same day. */
function Needed({ entry: { service_name, booking_start } }: { entry: RequiredForm }) {
  if (!booking_start) return 'Once, for all visits';
  return (
    <>
      {service_name && <span className="mr-4">{service_name} </span>}
      <span className="inline-block">
        Needed for booking on: {formatShortDate(booking_start, practice.zone)}
      </span>
    </>
  );
}

/** For which visit and when; the date does not break, and no mark is left alone at the end of a line. */
function HandedIn({ completed: { service_name, submitted_at } }: { completed: CompletedForm }) {
  return (
    <>
      {service_name && <span className="mr-4">{service_name} </span>}
      <span className="whitespace-nowrap">Submitted {formatShortDate(submitted_at, practice.zone)}</span>
    </>
  );
}

/** A service's first type, which gives its forms their icon; null until the services are known. */
function useServiceTypes(): (serviceId: string | null) => string | null {
  const { data } = useQuery(servicesQuery);
  return (serviceId) => data?.find(({ id }) => id === serviceId)?.type[0] ?? null;
}
