import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cartMillisLeft, groupByService } from '#domain/checkout/cart.ts';
import { instantOf, zoneNames } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { CartGroup } from '#web/cart/cart-group.tsx';
import {
  type CartItem,
  cartItems,
  refreshCartServices,
  removeFromCart,
  useCart,
} from '#web/api/cart-store.ts';
import { CartSummary } from '#web/cart/cart-summary.tsx';
import { SlidingScaleDialog } from '#web/cart/sliding-scale.tsx';
import { ConflictDialog } from '#web/checkout/conflict-dialog.tsx';
import { namedItems, removesItems, type CheckoutProblem } from '#web/checkout/conflicts.ts';
import { useCheckout } from '#web/checkout/use-checkout.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { servicesQuery } from '#web/services/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { Route } from './+types/cart-page.ts';

/** The time left is shown in minutes; updating it every ten seconds keeps it accurate. */
const TICK_MS = 10_000;
/** From here on the time left is announced to screen readers. */
const ANNOUNCED_MINUTES = 5;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart', noIndex: true });

export default function CartPage() {
  const { items, loaded } = useCart();
  return (
    <div className="page wrap">
      {!loaded ? (
        <>
          <h1 className="sr-only">Cart</h1>
          <Spinner tall />
        </>
      ) : items.length === 0 ? (
        <EmptyCart />
      ) : (
        <FullCart items={items} />
      )}
    </div>
  );
}

function EmptyCart() {
  const { expired } = useCart();
  return (
    <div className="quiet">
      {expired && (
        <Banner tone="warn">
          A cart is kept for 30 minutes. This one’s time is over; the times you chose may still be free.
        </Banner>
      )}
      <div className="art">
        <SproutArt />
      </div>
      <h1>Your cart is empty</h1>
      <p>{emptyTexts.cart.line}</p>
      <LinkButton to="/wellness-services">Explore More Services</LinkButton>
    </div>
  );
}

function FullCart({ items }: { items: CartItem[] }) {
  const queries = useQueryClient();
  const [explaining, setExplaining] = useState(false);
  const [removed, setRemoved] = useState('');
  const { section, rememberPosition } = useFocusAfterRemoval(items.length);

  const checkout = useCheckout((problem) => {
    // Updates the prices now, so that the cart behind the dialog is correct already (rules.md §5).
    if (problem.code === 'PRICE_CHANGED')
      void queries.fetchQuery({ ...servicesQuery, staleTime: 0 }).then(refreshCartServices, () => {});
  });

  const closeConflict = (problem: CheckoutProblem) => {
    checkout.dismiss();
    if (!removesItems(problem)) return;
    const taken = namedItems(cartItems(), problem.conflicts);
    for (const item of taken) removeFromCart(item);
    if (taken.length > 0) setRemoved(`${taken.map((item) => item.service_name).join(', ')} left your cart.`);
  };

  const groups = groupByService(items);
  return (
    <div ref={section}>
      <div className="mb-8 grid gap-3">
        <h1 tabIndex={-1}>Cart</h1>
        <TimeLeft items={items} />
      </div>
      <Announcement>{removed}</Announcement>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="grid gap-6">
          {groups.map((group) => (
            <CartGroup
              key={group.serviceId}
              items={group.items}
              onExplainScale={() => setExplaining(true)}
              onRemoved={(announcement) => {
                rememberPosition();
                setRemoved(announcement);
              }}
            />
          ))}
          <ArrowLink to="/wellness-services" className="justify-self-start max-lg:hidden">
            Browse Services
          </ArrowLink>
        </div>
        <CartSummary groups={groups} busy={checkout.busy} onCheckout={() => void checkout.start()} />
        <ArrowLink to="/wellness-services" className="justify-self-start lg:hidden">
          Browse Services
        </ArrowLink>
      </div>
      {explaining && <SlidingScaleDialog onClose={() => setExplaining(false)} />}
      {checkout.problem && (
        <ConflictDialog problem={checkout.problem} onClose={() => closeConflict(checkout.problem!)} />
      )}
    </div>
  );
}

/** How long the cart is kept, and the time zone of its times. */
function TimeLeft({ items }: { items: readonly CartItem[] }) {
  const { timestamp } = useCart();
  const now = useNow(TICK_MS);
  const minutes =
    now === null ? null : Math.ceil(cartMillisLeft({ items, timestamp }, now.getTime()) / 60_000);
  const noons = items.flatMap(({ selectedDate }) => instantOf(selectedDate, 12 * 60, practice.zone) ?? []);
  const left = minutes === null ? '30 minutes' : formatCount(minutes, 'more minute');
  return (
    <>
      <p className="max-w-[52ch] text-muted">
        Kept in this browser for {left}. A time is yours once it is paid. Times in{' '}
        {zoneNames(noons, practice.zone)}.
      </p>
      <Announcement>
        {minutes !== null && minutes <= ANNOUNCED_MINUTES ? `Your cart is kept for ${left}.` : ''}
      </Announcement>
    </>
  );
}

/** The focused button disappears with its item: moves the focus to the next one, or to the heading. */
function useFocusAfterRemoval(count: number) {
  const section = useRef<HTMLDivElement>(null);
  const at = useRef<number | null>(null);
  const buttons = () => [...(section.current?.querySelectorAll<HTMLElement>('[data-remove-item]') ?? [])];
  useEffect(() => {
    if (at.current === null) return;
    const left = buttons();
    (
      left[Math.min(at.current, left.length - 1)] ?? section.current?.querySelector<HTMLElement>('h1')
    )?.focus();
    at.current = null;
  }, [count]);
  return {
    section,
    rememberPosition: () => {
      at.current = buttons().indexOf(document.activeElement as HTMLElement);
    },
  };
}
