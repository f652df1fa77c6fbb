import { Printer } from 'lucide';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { Statement } from '#contract/bookings.schemas.ts';
import { formatExactCents } from '#domain/money/money.ts';
import { formatBirthdate } from '#domain/people/birthdate.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { formatCalendarDate } from '#domain/time/date-formats.ts';
import { isInPeriod, METHOD_NAMES, statementPeriods, statementSums } from '#domain/visits/statement.ts';
import { Receipt } from '#web/receipts/receipt.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';

type Visit = Statement['visits'][number];

type StatementDialogProps = {
  query: ComponentProps<typeof QueryState>['of'];
  statement: Statement | undefined;
  /** For whom it is. `birthdate`: null for none, or where it is not shown. */
  client: { name: string; birthdate: string | null };
  /** Below a statement with hidden amounts: how they are shown. */
  aboutHidden?: (period: string) => ReactNode;
  onClose: () => void;
};

/** A client's statement of a visit, a month or a year. Printing prints it alone. */
export function StatementDialog({ query, statement, client, aboutHidden, onClose }: StatementDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const periods = statementPeriods(statement?.visits ?? []);
  const period = periods.find(({ value }) => value === chosen) ?? periods[0];
  const visits = statement?.visits.filter((visit) => period && isInPeriod(visit, period.value)) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Statement"
      width="wide"
      footer={
        <Button icon={<Icon of={Printer} />} disabled={!period} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      {!statement ? (
        <QueryState of={query}>
          <SkeletonGroup label="Loading the statement" className="grid gap-4" rows={['h-12', 'h-64']} />
        </QueryState>
      ) : !period ? (
        <p>There is no visit yet. Visits are listed once they have begun.</p>
      ) : (
        <div className="grid grid-cols-1 gap-4.5">
          <SelectField
            label="Of a visit, a month or a year"
            options={periods}
            value={period.value}
            onChange={setChosen}
          />
          <Receipt title={`Statement: ${period.label}`} identity={identityOf(statement)}>
            <p>
              For <bdi>{client.name}</bdi>
              {client.birthdate !== null && `, born ${formatBirthdate(client.birthdate)}`}
            </p>
            <p className="mb-3 text-muted">As of {formatCalendarDate(statement.made_on)}</p>
            <Visits visits={visits} />
          </Receipt>
          {visits.some(({ paid_cents }) => paid_cents === null) && aboutHidden?.(period.value)}
        </div>
      )}
    </Dialog>
  );
}

const identityOf = ({ license, tax_number }: Statement): string =>
  [practice.practitioner.name, license && `License ${license}`, tax_number && `Tax number ${tax_number}`]
    .filter(Boolean)
    .join(' · ');

const COLUMNS = ['Date of service', 'Service', 'Method', 'Paid', 'Refunded', 'Total'];
/** A row is a table's where there is room, also on paper; else what it has after the service stands below, with its name. */
const ROW = 'grid grid-cols-2 gap-x-4 py-2 border-t border-line @xl:table-row';
const CELL = '@xl:py-1 print:py-0 align-baseline text-start';
const LOOKS = ['col-span-2 @xl:whitespace-nowrap', 'col-span-2 @xl:pl-3 wrap-anywhere', '@xl:pl-3'];
const cellOf = (at: number) => classNames(CELL, LOOKS[at] ?? 'num @xl:pl-3 @xl:text-end');
/** What did not take place is no service. */
const REMARKS: Partial<Record<Visit['status'], string>> = { CANCELLED: ' (cancelled)', NO_SHOW: ' (missed)' };

function Visits({ visits }: { visits: readonly Visit[] }) {
  return (
    <div className="@container">
      <table className="w-full text-sm">
        <thead className="hidden @xl:table-header-group">
          <tr>
            {COLUMNS.map((column, at) => (
              <th key={column} scope="col" className={cellOf(at)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <tr key={visit.id} className={ROW}>
              <Cells
                first={[formatCalendarDate(visit.date), visit.service_name + (REMARKS[visit.status] ?? '')]}
                visits={[visit]}
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={`font-strong ${ROW}`}>
            <Cells first={['All', formatCount(visits.length, 'entry', 'entries')]} visits={visits} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The cells of a visit, or of all. */
function Cells({ first, visits }: { first: readonly string[]; visits: readonly Visit[] }) {
  const { paid_cents, refunded_cents, total_cents } = statementSums(visits);
  const methods = new Set(visits.flatMap((visit) => visit.methods));
  const amounts = [paid_cents, refunded_cents, total_cents].map((cents) =>
    cents === null ? 'Hidden' : formatExactCents(cents),
  );
  const paid = [...methods].map((method) => METHOD_NAMES[method]).join(', ') || 'Not paid';
  return [...first, paid, ...amounts].map((text, at) => (
    <td key={COLUMNS[at]} className={cellOf(at)}>
      {at > 1 && <span className="@xl:hidden text-muted">{COLUMNS[at]} </span>}
      {text}
    </td>
  ));
}
