import { Link, useNavigate } from 'react-router';
import { Plus } from 'lucide';
import { staffSaveFormDraft } from '#contract/staff.calls.ts';
import type { ListedForm } from '#contract/staff-forms.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { formsQuery } from '#staff/api/form-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { dateText } from '#staff/parts/date-text.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import '#staff/parts/row-table.css';
import './forms.css';

const NEW_FORM = {
  name: 'New form',
  description: '',
  type: 'INTAKE',
  content: { sections: [] },
  audience: 'EVERYBODY' as const,
};

/** What clients fill in: the forms that are asked, drafts, and retired ones. */
export function FormsPage() {
  const query = useFreshQuery(formsQuery);
  const navigate = useNavigate();
  const isOnline = useOnline();
  const create = useAction();
  const forms = query.data?.forms;
  const onNew = () => {
    let key = 'form-1';
    for (let number = 2; forms?.some((form) => form.key === key); number += 1) key = `form-${number}`;
    const body = { body: NEW_FORM, version: 0 };
    create.ask(() => callStaff(staffSaveFormDraft, { params: { key }, body }), {
      done: () => navigate(`/forms/${key}`),
    });
  };
  return (
    <StaffPage title="Forms" freshness={query}>
      <div className="forms @container/table">
        <div className="flex flex-wrap gap-3 items-center justify-between mb-4">
          <p className="grow basis-80 max-w-none text-muted text-grid">
            A published change makes a new version. Answers keep the version they were given to.
          </p>
          <Button
            look="secondary"
            icon={<Icon of={Plus} />}
            busy={create.isPending}
            disabled={!isOnline || !forms}
            onClick={onNew}
          >
            New form
          </Button>
        </div>
        <div className="news-above">
          <ActionFailure action={create} />
        </div>
        {forms ? (
          <FormTable forms={forms} />
        ) : (
          <QueryState of={query}>
            <SkeletonGroup label="Loading forms" className="row-skeleton" rows={['h-14', 'h-14', 'h-14']} />
          </QueryState>
        )}
      </div>
    </StaffPage>
  );
}

function FormTable({ forms }: { forms: readonly ListedForm[] }) {
  const now = useNow();
  if (forms.length === 0) return <p className="text-muted">No client fills in a form yet.</p>;
  return (
    <table className="staff-box row-table">
      <caption className="sr-only">Forms</caption>
      <thead>
        <tr>
          <th scope="col">Form</th>
          <th scope="col">Asked of</th>
          <th scope="col" className="text-end">
            Answered
          </th>
          <th scope="col">Changed</th>
          <th scope="col">
            <span className="sr-only">State</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {forms.map((form) => (
          <tr key={form.key}>
            <th scope="row">
              <span>
                <Link to={`/forms/${form.key}`}>{form.name || 'A form without a name'}</Link>
                <small>{form.version === 0 ? 'Not published' : `Version ${form.version}`}</small>
              </span>
            </th>
            <td className="text-muted col-span-full">{audienceText(form)}</td>
            <td className="cell-wide num text-end">{form.people}</td>
            <td className="cell-wide text-muted">{dateText(form.changed_at, now)}</td>
            <td className="cell-marks">
              {form.is_draft && (
                <span className="mark mark-missing">Draft of version {form.version + 1}</span>
              )}
              {!form.is_active && <span className="mark mark-off">Retired</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const audienceText = ({ version, is_active, is_global, services }: ListedForm): string =>
  version === 0 || !is_active ? 'Nobody' : is_global ? 'Everybody' : services.join(', ') || 'Nobody';
