import { Window } from 'happy-dom';
import react from 'react';

/** Node has these too, and a page needs those of its document. */
const OF_THE_DOCUMENT = [
  'Event',
  'EventTarget',
  'CustomEvent',
  'FormData',
  'navigator',
  'localStorage',
  'sessionStorage',
];

/** Where the pages under test are, as far as they know. */
export const ORIGIN = 'http://localhost:3000';

const browser = new Window({ url: ORIGIN, width: 1280, height: 800 });
const types = browser as unknown as typeof globalThis;

// What Node has itself stays Node's, because the server runs in this process too.
for (const name of Object.getOwnPropertyNames(browser)) {
  if (name in globalThis && !OF_THE_DOCUMENT.includes(name)) continue;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => browser[name as keyof Window] as unknown,
    set(value: unknown) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    },
  });
}
for (const name of ['window', 'self', 'top', 'parent', 'document', 'location', 'history'] as const)
  Object.defineProperty(globalThis, name, { configurable: true, value: browser[name] });

document.documentElement.lang = 'en';
// As every page on localhost is.
Object.defineProperty(browser, 'isSecureContext', { value: true });

// In development React keeps a stack for each of the first 10,000 elements of a second, which takes half of the rendering.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  react as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });

/** The focus goes into a dialog that opens, which the document does not do by itself. */
function focusIn(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>('[autofocus]') ?? dialog.querySelector('button, a, input');
  first?.focus();
}
const { showModal } = types.HTMLDialogElement.prototype;
types.HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  showModal.call(this);
  focusIn(this);
};

// Popovers, which the document does not know: an attribute says which are shown.
const { matches } = types.Element.prototype;
Object.assign(types.HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset.shown = '';
    if (this.matches('dialog')) focusIn(this);
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset.shown;
  },
  matches(this: HTMLElement, selector: string): boolean {
    return matches.call(this, selector.replaceAll(':popover-open', '[data-shown]'));
  },
});

// Canvases, on which the document cannot draw: whatever is drawn becomes this picture of one dot.
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
Object.assign(types.HTMLCanvasElement.prototype, {
  getContext: () => new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }),
  toDataURL: () => `data:image/png;base64,${DOT}`,
});
