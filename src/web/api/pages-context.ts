import { createContext } from 'react-router';

/** What the server passes to every page that it renders. */
export type PagesContext = {
  /** Calls our own API in the same process: `callApi('/get-blogs')`. Public GET calls only. */
  callApi: (path: string) => Promise<{ status: number; body: unknown }>;
  /** Origin of absolute addresses, without a slash at the end. */
  siteUrl: string;
  /** Set by entry.server.tsx: the page, which the server takes from here. */
  html?: string;
};

/**
 * Context keys are compared by identity, and the server bundle has its own copy of this one, so the server uses the one
 * that entry.server.tsx exports.
 */
export const pagesContext = createContext<PagesContext>();
