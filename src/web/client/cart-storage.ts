import type { PersistStorage } from 'zustand/middleware';
import type { Service } from '#contract/services.schemas.ts';
import { type Cart, emptyCart, loadCart, storeCart } from '#domain/cart.ts';
import { localDateOf } from '#domain/zone.ts';
import { practice } from '#content/public/practice.ts';
import { completeCartItem } from '#web/client/stored-cart-item.ts';
import { now } from '#web/ui/use-now.ts';

/** The part of the store that is saved: the cart itself, in the format of the domain. */
export type StoredCart = Cart<Service>;

/** A cart read from storage; an expired one is empty. */
export type LoadedCart = StoredCart & { expired?: true };

/**
 * A cart that could not be saved. Reading the cart again, for example after switching tabs, must return this one and not
 * the older one in storage.
 */
let unsaved: string | null = null;

/** Another tab has written the cart: storage works again, and that version is newer. */
export function trustStorage(): void {
  unsaved = null;
}

/**
 * Local storage for the store. Reading drops expired carts and past dates but never renews the timestamp; an empty cart
 * has no key. If storage is full or not allowed, the cart stays in memory.
 */
export const cartStorage: PersistStorage<StoredCart> = {
  getItem(name) {
    const moment = now();
    const { cart, clearStored, expired } = loadCart(
      unsaved ?? readText(name),
      moment.getTime(),
      localDateOf(moment, practice.zone),
    );
    const items = cart.items.flatMap((item) => completeCartItem(item) ?? []);
    if (clearStored || items.length === 0) removeText(name);
    const state: LoadedCart = items.length === 0 ? noCart() : { items, timestamp: cart.timestamp };
    return { state: expired ? { ...state, expired } : state };
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
    // The cart stays in memory; only a reload would lose it.
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

export const noCart = (): StoredCart => emptyCart<Service>();
