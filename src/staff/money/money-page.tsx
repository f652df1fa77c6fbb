import { ChevronLeft, ChevronRight, Download } from 'lucide';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { monthAfter } from '#domain/time/calendar.ts';
import { Tabs } from '#staff/bookings/tabs.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ExportSheet } from '#staff/money/export-sheet.tsx';
import { monthBefore, monthTitle, readMoneyState } from '#staff/money/money-state.ts';
import { MonthTab, PaymentsTab, PayoutsTab } from '#staff/money/money-tabs.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useToday } from '#web/ui/use-now.ts';
import '#staff/bookings/marks.css';
import '#staff/parts/row-table.css';

/** Money at a glance, by month: its figures, each payment, and what arrives at the bank. The address names all of it. */
export function MoneyPage() {
  const [address, setAddress] = useSearchParams();
  const [isExporting, setIsExporting] = useState(false);
  const today = useToday(practice.zone);
  if (today === null) return <StaffPage title="Money">{null}</StaffPage>;
  const { tab, month, filter } = readMoneyState(address, today);
  const change = (to: Record<string, string>) =>
    setAddress(Object.entries({ tab, month, show: filter ?? '', ...to }).filter(([, value]) => value));
  const shown = { month, filter, today, onFilter: (show: string) => change({ show }) };
  return (
    <StaffPage title="Money">
      <div className="max-w-272 @container/table">
        <div className="flex flex-wrap gap-x-2 items-center">
          <h2 aria-live="polite" className="grow">
            {monthTitle(month)}
          </h2>
          <IconButton label="Month before" onClick={() => change({ month: monthBefore(month) })}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <IconButton label="Month after" onClick={() => change({ month: monthAfter(month) })}>
            <Icon of={ChevronRight} />
          </IconButton>
          <Button look="secondary" icon={<Icon of={Download} />} onClick={() => setIsExporting(true)}>
            Export CSV
          </Button>
        </div>
        <Tabs
          label="Money"
          value={tab}
          onChange={(value) => change({ tab: value })}
          tabs={[
            { value: 'month', label: 'Month', content: <MonthTab month={month} /> },
            { value: 'payments', label: 'Payments', content: <PaymentsTab {...shown} /> },
            { value: 'payouts', label: 'Payouts', content: <PayoutsTab {...shown} /> },
          ]}
        />
      </div>
      {isExporting && <ExportSheet month={month} onClose={() => setIsExporting(false)} />}
    </StaffPage>
  );
}
