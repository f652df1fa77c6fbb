import { Link } from 'react-router';
import { ShoppingBag } from 'lucide';
import { useCartCount } from '#web/api/cart-count.ts';
import { Icon } from '#web/ui/icon.tsx';
import { formatCount } from '#domain/text/sentences.ts';

/** The link to the cart with the number of items. A component of its own, so that a new number re-renders only this. */
export function CartLink({ className }: { className?: string }) {
  const count = useCartCount();
  const items = formatCount(count, 'item');
  return (
    <Link
      to="/cart"
      prefetch="intent"
      viewTransition
      className={`btn-icon ${className ?? ''}`}
      aria-label={count > 0 ? `Cart, ${items}` : 'Cart'}
    >
      <Icon of={ShoppingBag} />
      {count > 0 && (
        <span
          className="count-badge absolute right-0 grid place-items-center min-w-2.5 h-4"
          aria-hidden="true"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
