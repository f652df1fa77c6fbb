import type { InputOf } from '#contract/call.ts';
import type { createCheckout } from '#contract/checkout.calls.ts';
import { itemCents, totalAmount } from '#domain/money.ts';
import type { CartItem } from '#web/client/cart-store.ts';
import { isShared } from '#web/client/service-text.ts';

/** One checkout item (product.md §3.14): the chosen price in cents, the service's own in dollars. */
function payloadItem(item: CartItem) {
  const { service, slotData } = item;
  return {
    service_id: item.serviceId,
    schedule_id: slotData.schedule_id,
    service_name: item.service_name,
    scheduling_type: service.scheduling_type,
    service_buffer_time: item.service_buffer_time,
    service_format: service.format,
    start_time: slotData.start,
    end_time: slotData.end,
    selectedDate: item.selectedDate,
    base_price: service.base_price,
    selected_price: itemCents(item),
    stripe_product_id: service.stripe_product_id,
    stripe_price_id: service.stripe_price_id,
    ...(service.is_subscription
      ? { is_subscription: true, subscription_interval: service.subscription_interval }
      : {}),
    ...(isShared(service)
      ? { max_capacity: service.max_capacity, current_capacity: slotData.current_count }
      : {}),
  };
}

/** Who pays: id, payment customer and e-mail address are required (product.md §5.13). */
type Payer = { id: string; stripe_id: string | null; email: string };

/** The body of POST /auth/create-checkout (product.md §7.1.4). */
export function checkoutBody(
  items: readonly CartItem[],
  payer: Payer,
): InputOf<typeof createCheckout>['body'] {
  const payload = items.map(payloadItem);
  return {
    items: payload,
    user_id: payer.id,
    stripe_customer_id: payer.stripe_id,
    customer_email: payer.email,
    total_amount: totalAmount(payload),
  };
}
