/** React's own code for the browser, apart from the entry so that it starts in a task of its own. */
export { hydrateRoot } from 'react-dom/client';
