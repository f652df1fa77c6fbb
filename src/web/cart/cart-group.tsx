import { Trash } from 'lucide';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { inTwelveHours } from '#domain/time/wall-time.ts';
import { isSlidingScale, priceLabel } from '#domain/money/money.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { type CartItem, removeFromCart, setServicePrice } from '#web/api/cart-store.ts';
import { PriceScale } from '#web/cart/sliding-scale.tsx';
import { companyOf } from '#web/api/service-text.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type CartGroupProps = {
  items: readonly CartItem[];
  onExplainScale: () => void;
  /** Called with the text to announce. */
  onRemoved: (announcement: string) => void;
};

/** All items of one service, with the price that they share. */
export function CartGroup({ items, onExplainScale, onRemoved }: CartGroupProps) {
  const { service, serviceId, currentPrice } = items[0]!;
  const type = service.type[0] ?? service.category;
  const sliding = isSlidingScale(service);
  return (
    <Card as="section" className={`p-6 lg:p-8 ${tintClassOf(type)}`} aria-label={service.name}>
      <header className="flex items-center gap-4">
        <TypeIcon type={type} className="size-11 flex-none" />
        <div className="min-w-0">
          <h2 className="text-xl">{service.name}</h2>
          <p className="num text-sm text-muted">
            {companyOf(service)}
            {!sliding && ` · ${priceLabel(service)}`}
          </p>
        </div>
      </header>
      {sliding && (
        <PriceScale
          service={service}
          dollars={currentPrice}
          onChange={(dollars) => setServicePrice(serviceId, dollars)}
          onExplain={onExplainScale}
        />
      )}
      <ul className="mt-4">
        {items.map((item) => (
          <CartLine
            key={`${item.selectedDate} ${item.slotData.start}`}
            item={item}
            onRemove={() => {
              removeFromCart(item);
              onRemoved(`${service.name}, ${cartItemText(item)}, was removed from your cart.`);
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

function CartLine({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const { start, end } = item.slotData;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 card-line">
      <div>
        <b className="font-bold">{formatLongDate(item.selectedDate)}</b>
        <p className="num text-sm text-muted">
          {inTwelveHours(start)} - {inTwelveHours(end)} · {item.service.duration} min · {item.location.name}
        </p>
      </div>
      <IconButton
        label={`Remove session, ${cartItemText(item)}`}
        title="Remove session"
        data-remove-item
        className="btn-icon-danger"
        onClick={onRemove}
      >
        <Icon of={Trash} />
      </IconButton>
    </li>
  );
}

const cartItemText = ({ selectedDate, slotData }: CartItem) =>
  `${formatLongDate(selectedDate)}, ${inTwelveHours(slotData.start)}`;
