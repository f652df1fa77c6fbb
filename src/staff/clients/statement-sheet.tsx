import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide';
import { useState } from 'react';
import { staffRevealStatement, staffStatement } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { Statement } from '#contract/bookings.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { useAction } from '#staff/parts/use-action.ts';
import type { ApiError } from '#web/api/request.ts';
import { StatementDialog } from '#web/receipts/statement-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A client's statement, to print and give. Amounts that the client chose are shown on request, which is recorded (decision 0044). */
export function StatementSheet({ client, onClose }: { client: Client; onClose: () => void }) {
  const show = useShown();
  const isOnline = useOnline();
  const reveal = useAction();
  const [revealed, setRevealed] = useState<Statement['visits']>([]);
  const query = useQuery<OutputOf<typeof staffStatement>, ApiError>({
    queryKey: ['staff', 'statement', client.id],
    queryFn: ({ signal }) => callStaff(staffStatement, { params: { id: client.id } }, { signal }),
    gcTime: 0,
  });
  const { data } = query;
  const withRevealed = data && {
    ...data,
    visits: data.visits.map((visit) => revealed.find(({ id }) => id === visit.id) ?? visit),
  };
  const showAmounts = (period: string) =>
    reveal.run(
      staffRevealStatement,
      { params: { id: client.id }, body: { period } },
      { done: ({ visits }) => setRevealed([...visits, ...revealed]) },
    );
  return (
    <StatementDialog
      query={query}
      statement={withRevealed}
      client={{ name: client.name, birthdate: show(data?.birthdate ?? null) }}
      aboutHidden={(period) => (
        <div className="grid gap-3 justify-items-start">
          <p className="text-muted">
            Hidden amounts are prices that the client chose, or that the same payment paid. Showing them is
            recorded.
          </p>
          <Button
            look="secondary"
            icon={<Icon of={Eye} />}
            busy={reveal.isPending}
            disabled={!isOnline}
            onClick={() => showAmounts(period)}
          >
            Show amounts
          </Button>
          <ActionFailure action={reveal} />
          <OfflineNotice />
        </div>
      )}
      onClose={onClose}
    />
  );
}
