import { useNavigate } from 'react-router';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { remainingSpots, slotState } from '#domain/conflicts.ts';
import { SLOT_BUTTONS, slotExplanation, slotTimes, spotsText } from '#web/services/slot-button.ts';
import type { CartItem } from '#web/client/cart-store.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

type SlotRowProps = {
  slot: Slot;
  date: string;
  service: Service;
  cart: readonly CartItem[];
  onBook: (slot: Slot) => void;
};

/**
 * One time of the chosen day, with the button for its state (product.md §4.8). The button is one element in every state:
 * it keeps the focus when pressed, and the page needs no layout to move the focus.
 */
export function SlotRow({ slot, date, service, cart, onBook }: SlotRowProps) {
  const navigate = useNavigate();
  const state = slotState(slot, date, service, cart);
  const { label, look, act } = SLOT_BUTTONS[state];
  const times = slotTimes(slot);
  const spots = spotsText(slot, remainingSpots(slot, date, service, cart));
  const explanation = slotExplanation(state, slot, date, cart);

  return (
    <li className="slot">
      <span className="slot-time">{times}</span>
      <span className="slot-note">
        Duration: {slot.duration} min {spots !== null && <span className="whitespace-nowrap">{spots}</span>}
      </span>
      <Button
        look={look}
        icon={state === 'SAME_SERVICE' && <CheckIcon />}
        disabled={act === null}
        onClick={({ detail: clicks }) => {
          if (act === 'book') onBook(slot);
          // Whoever presses twice, as some do with every button, has not asked for the cart.
          else if (clicks < 2) void navigate('/cart', { viewTransition: true });
        }}
      >
        {label}
        <span className="sr-only"> {times}</span>
      </Button>
      {explanation !== null && <span className="slot-why">{explanation}</span>}
    </li>
  );
}
