import { useNavigate } from 'react-router';
import { Check } from 'lucide';
import type { Service, Slot } from '#contract/services.schemas.ts';
import {
  INVALID_SLOT_DATA,
  overlappingItem,
  remainingSpots,
  type SlotState,
  slotState,
} from '#domain/checkout/conflicts.ts';
import { inTwelveHours } from '#domain/time/wall-time.ts';
import { slotTimes, spotsText } from '#web/slots/slot-text.ts';
import type { CartItem } from '#web/api/cart-store.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type SlotRowProps = {
  slot: Slot;
  date: string;
  service: Service;
  cart: readonly CartItem[];
  onBook: (slot: Slot) => void;
  /** Its day and how far it is from the chosen one, in a list of several days. */
  otherDay?: { name: string; distance: string };
};

/**
 * One slot of the chosen day, with the button for its state (product.md §4.8). The button is the same element in every
 * state, so it keeps the focus when clicked, and the browser needs no layout to move it.
 */
export function SlotRow({ slot, date, service, cart, onBook, otherDay }: SlotRowProps) {
  const navigate = useNavigate();
  const state = slotState(slot, date, service, cart);
  const { label, look, action } = SLOT_BUTTONS[state];
  const times = slotTimes(slot);
  const spots = spotsText(slot, remainingSpots(slot, date, service, cart));
  const explanation = slotExplanation(state, slot, date, cart);

  return (
    <li className="slot">
      <span className="slot-time">
        {otherDay && <small>{otherDay.name}</small>}
        {times}
      </span>
      <span className="text-muted text-xs">
        {otherDay?.distance ?? `Duration: ${slot.duration} min`}{' '}
        {spots !== null && <span className="whitespace-nowrap">{spots}</span>}
      </span>
      <Button
        look={look}
        icon={state === 'SAME_SERVICE' && <Icon of={Check} />}
        disabled={action === null}
        onClick={({ detail: clicks }) => {
          if (action === 'book') onBook(slot);
          // Some people double-click every button: the second click must not open the cart.
          else if (clicks < 2) void navigate('/cart', { viewTransition: true });
        }}
      >
        {label}
        <span className="sr-only">
          {' '}
          {otherDay && `${otherDay.name}, `}
          {times}
        </span>
      </Button>
      {explanation !== null && <span className="col-span-full pt-1.5 text-muted text-xs">{explanation}</span>}
    </li>
  );
}

type SlotButton = {
  label: string;
  /** 'book' adds the slot to the cart, 'cart' opens the cart; null: the button is disabled. */
  action: 'book' | 'cart' | null;
  look?: ButtonLook;
};

/** The button of a slot by its state (product.md §4.8). */
export const SLOT_BUTTONS: Record<SlotState, SlotButton> = {
  BOOKABLE: { label: 'Book Slot', action: 'book' },
  SAME_SERVICE: { label: 'Slot In Cart', action: 'cart', look: 'soft' },
  TIME_OVERLAP: { label: 'Service Conflict', action: 'cart', look: 'warn' },
  CAPACITY_FULL: { label: 'No Spots Available', action: null },
  INVALID_SLOT: { label: 'Invalid Slot', action: null },
  UNAVAILABLE: { label: 'Unavailable', action: null },
};

/** Explains why a slot cannot be booked, if the button does not say it all. */
export function slotExplanation(
  state: SlotState,
  slot: Slot,
  date: string,
  cart: readonly CartItem[],
): string | null {
  if (state === 'INVALID_SLOT') return INVALID_SLOT_DATA;
  if (state !== 'TIME_OVERLAP') return null;
  const other = overlappingItem(slot, date, cart);
  if (!other) return null;
  return `Overlaps your ${other.service_name} at ${inTwelveHours(other.slotData.start)}. Open the cart to choose between them.`;
}
