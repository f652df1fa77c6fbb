import type { Service, Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { startPrice } from '#domain/money/money.ts';
import { type CartItem, cartItems } from '#web/api/cart-store.ts';

/** A slot as a cart item (product.md §3.13). All items of a service have one price: the chosen one, if there is one. */
export function cartItemOf(
  service: Service,
  slot: Slot,
  selectedDate: LocalDate,
  placeName: string,
): CartItem {
  const chosen = cartItems().find((item) => item.serviceId === service.id)?.currentPrice;
  const { start, end, schedule_id, current_count } = slot;
  return {
    serviceId: service.id,
    service,
    slotData: { start, end, schedule_id, current_count },
    selectedDate,
    currentPrice: chosen ?? startPrice(service),
    service_name: service.name,
    service_buffer_time: service.buffer_time,
    location: { name: placeName },
  };
}
