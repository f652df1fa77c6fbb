import { createContext } from 'react-router';

/** What the server hands to every page that it renders. */
export type PagesContext = {
  /** Asks our own API in the same process: `callApi('/get-blogs')`. Public GET calls only. */
  callApi: (path: string) => Promise<{ status: number; body: unknown }>;
  /** Origin of absolute addresses, without a slash at the end. */
  siteUrl: string;
  /** Set by entry.server.tsx: the page, which the server takes from here. */
  html?: string;
};

/**
 * Keys of contexts are compared by identity and the server's bundle has its own copy of this one, so the server
 * takes it from there: entry.server.tsx exports it again.
 */
export const pagesContext = createContext<PagesContext>();
