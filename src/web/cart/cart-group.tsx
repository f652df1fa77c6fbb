import { formatLongDate } from '#domain/date-formats.ts';
import { inTwelveHours } from '#domain/wall-time.ts';
import { isSlidingScale, priceLabel } from '#domain/money.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { type CartItem, removeFromCart, setServicePrice } from '#web/client/cart-store.ts';
import { PriceScale } from '#web/cart/price-scale.tsx';
import { companyOf } from '#web/client/service-text.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { TrashIcon } from '#web/ui/icons/trash.tsx';

type CartGroupProps = {
  sessions: readonly CartItem[];
  onExplainScale: () => void;
  /** A session has been taken out; its words are handed on. */
  onRemoved: (words: string) => void;
};

/** All sessions of one service, with the one price that they share. */
export function CartGroup({ sessions, onExplainScale, onRemoved }: CartGroupProps) {
  const { service, serviceId, currentPrice } = sessions[0]!;
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
        {sessions.map((session) => (
          <SessionLine
            key={`${session.selectedDate} ${session.slotData.start}`}
            session={session}
            onRemove={() => {
              removeFromCart(session);
              onRemoved(`${service.name}, ${cartItemText(session)}, was removed from your cart.`);
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

function SessionLine({ session, onRemove }: { session: CartItem; onRemove: () => void }) {
  const { start, end } = session.slotData;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-t border-line py-4 last:pb-0">
      <div>
        <b className="font-bold">{formatLongDate(session.selectedDate)}</b>
        <p className="num text-sm text-muted">
          {inTwelveHours(start)} - {inTwelveHours(end)} · {session.service.duration} min ·{' '}
          {session.location.name}
        </p>
      </div>
      <IconButton
        label={`Remove session, ${cartItemText(session)}`}
        title="Remove session"
        data-remove-item
        className="text-clay-ink! hover:bg-clay-wash!"
        onClick={onRemove}
      >
        <TrashIcon />
      </IconButton>
    </li>
  );
}

const cartItemText = ({ selectedDate, slotData }: CartItem) =>
  `${formatLongDate(selectedDate)}, ${inTwelveHours(slotData.start)}`;
