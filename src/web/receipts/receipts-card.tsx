import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReceiptText } from 'lucide';
import { getStatement } from '#contract/client.calls.ts';
import { fullName } from '#domain/people/names.ts';
import { call } from '#web/api/api.ts';
import type { User } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const StatementDialog = onDemand(
  async () => (await import('#web/receipts/statement-dialog.tsx')).StatementDialog,
);

/** What the client can print for an insurance or the taxes, with all amounts. */
export function ReceiptsCard({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  // Read here: the dialog may be loaded later than they change.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['statement', user.id],
    queryFn: ({ signal }) => call(getStatement, {}, { signal }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">Receipts</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        A statement of a visit, a month or a year on one sheet, for your insurance or your taxes.
      </p>
      <Button
        look="secondary"
        icon={<Icon of={ReceiptText} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        {...StatementDialog.preloadHandlers}
      >
        Statement…
      </Button>
      {isOpen && (
        <StatementDialog
          query={{ error, isFetching, refetch }}
          statement={data}
          client={{ name: fullName(user), birthdate: user.birthdate }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}
