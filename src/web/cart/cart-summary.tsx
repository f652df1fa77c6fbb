import { formatCents, subtotalCents } from '#domain/money/money.ts';
import type { CartItem } from '#web/api/cart-store.ts';
import { type Session, useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type CartSummaryProps = {
  groups: readonly { serviceId: string; items: readonly CartItem[] }[];
  busy: boolean;
  onCheckout: () => void;
};

/** The subtotal and the checkout button (product.md §2.21.4). */
export function CartSummary({ groups, busy, onCheckout }: CartSummaryProps) {
  const { payment_provider } = useSession();
  const all = groups.flatMap((group) => group.items);
  return (
    <Card as="section" aria-labelledby="cart-sum" className="p-6 lg:sticky lg:top-28">
      <h2 id="cart-sum" className="text-xl">
        Your visits
      </h2>
      <dl className="num my-4">
        {groups.map(({ serviceId, items }) => (
          <div key={serviceId} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">
              {items[0]!.service.name}
              {items.length > 1 && ` × ${items.length}`}
            </dt>
            <dd>{formatCents(subtotalCents(items))}</dd>
          </div>
        ))}
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="font-strong">Subtotal</dt>
          <dd className="display text-2xl leading-none font-figure" aria-live="polite">
            {formatCents(subtotalCents(all))}
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted">Taxes will be calculated at checkout.</p>
      <Button size="lg" wide busy={busy} className="mt-4" onClick={onCheckout}>
        {busy ? 'Loading Stripe...' : 'Checkout'}
      </Button>
      <p className="mt-3 text-xs text-muted">{paymentNote(payment_provider)}</p>
    </Card>
  );
}

/** Says below the checkout button where the client pays. */
export function paymentNote(provider: Session['payment_provider']): string {
  if (provider === 'Stripe') return 'You pay on Stripe’s page. Your card never touches this site.';
  if (provider === 'sandbox') return 'You pay on a test page. No card is charged.';
  return 'You pay on a separate page. Your card never touches this site.';
}
