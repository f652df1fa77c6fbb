/** react-dom, separate from the entry so that it runs in its own task. */
export { hydrateRoot } from 'react-dom/client';
