import type { PersistStorage } from 'zustand/middleware';
import type { Service } from '#contract/services.schemas.ts';
import { type Cart, emptyCart, loadCart, storeCart } from '#domain/cart.ts';
import { localDateOf } from '#domain/zone.ts';
import { practice } from '#content/public/practice.ts';
import { completeCartItem } from '#web/client/stored-cart-item.ts';
import { now } from '#web/ui/use-now.ts';

/** What is kept of the store: the cart itself, as the domain writes and reads it. */
export type StoredCart = Cart<Service>;

/** What was found in storage; whose time was over is empty. */
export type FoundCart = StoredCart & { lapsed?: true };

/**
 * What storage would not take. Whoever reads the cart anew, as after another tab was in front, must find this rather
 * than what storage still holds.
 */
let unsaved: string | null = null;

/** Another tab has written, so storage takes the cart after all, and what that tab wrote is newer. */
export function trustStorage(): void {
  unsaved = null;
}

/**
 * Local storage as the store sees it. Reading judges age and dates but never renews the timestamp; an empty cart
 * has no key. Where storage is switched off or full, the cart goes on in memory.
 */
export const cartStorage: PersistStorage<StoredCart> = {
  getItem(name) {
    const moment = now();
    const { cart, clearStored, lapsed } = loadCart(
      unsaved ?? readText(name),
      moment.getTime(),
      localDateOf(moment, practice.zone),
    );
    const items = cart.items.flatMap((item) => completeCartItem(item) ?? []);
    if (clearStored || items.length === 0) removeText(name);
    const state: FoundCart = items.length === 0 ? noCart() : { items, timestamp: cart.timestamp };
    return { state: lapsed ? { ...state, lapsed } : state };
  },
  setItem(name, { state }) {
    if (state.items.length === 0) removeText(name);
    else writeText(name, storeCart(state));
  },
  removeItem: removeText,
};

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function writeText(name: string, text: string): void {
  unsaved = text;
  try {
    localStorage.setItem(name, text);
    unsaved = null;
  } catch {
    // In memory it is all there; only a reload would lose it.
  }
}

function removeText(name: string): void {
  unsaved = null;
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}

/** The cart of somebody who has chosen nothing yet. */
export const noCart = (): StoredCart => emptyCart<Service>();
