import { useLayoutEffect, useRef } from 'react';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { remainingSpots, slotState } from '#domain/conflicts.ts';
import { SLOT_BUTTONS, slotExplanation, slotTimes, spotsWords } from '#web/booking/slot-button.ts';
import type { CartSession } from '#web/cart/cart-store.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type SlotRowProps = {
  slot: Slot;
  date: string;
  service: Service;
  cart: readonly CartSession[];
  onBook: (slot: Slot) => 'added' | 'present' | 'full';
};

/** One time of the chosen day, with the button that its state gives it. */
export function SlotRow({ slot, date, service, cart, onBook }: SlotRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const pressed = useRef(false);
  const state = slotState(slot, date, service, cart);
  const { label, act } = SLOT_BUTTONS[state];
  const times = slotTimes(slot);
  const spots = spotsWords(slot, remainingSpots(slot, date, service, cart));
  const explanation = slotExplanation(state, slot, date, cart);

  // The pressed button gives way to a link; focus must not fall out of the dialog with it.
  useLayoutEffect(() => {
    if (!pressed.current || act === 'book') return;
    pressed.current = false;
    // It stands where the button stood; to scroll to it would have the page laid out before it is painted.
    row.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [act]);

  const words = (
    <>
      {label}
      <span className="sr-only"> {times}</span>
    </>
  );
  return (
    <li ref={row} className="slot">
      <span className="slot-time">{times}</span>
      <span className="slot-note">
        Duration: {slot.duration} min {spots !== null && <span className="whitespace-nowrap">{spots}</span>}
      </span>
      {act === 'cart' ? (
        <LinkButton
          to="/cart"
          look={state === 'SAME_SERVICE' ? 'soft' : 'warn'}
          icon={state === 'SAME_SERVICE' && <CheckIcon />}
        >
          {words}
        </LinkButton>
      ) : (
        <Button
          disabled={act === null}
          onClick={({ currentTarget }) => {
            pressed.current = true;
            // A browser that has to take the focus from a button as it goes lays out the page for it: half of the wait.
            if (onBook(slot) !== 'full') currentTarget.blur();
          }}
        >
          {words}
        </Button>
      )}
      {explanation !== null && <span className="slot-why">{explanation}</span>}
    </li>
  );
}
