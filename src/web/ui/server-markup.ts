import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a component began as markup of the server: true on the server and where the browser has taken it over, for
 * as long as it stands there; false where the browser has made it. Only then does React ask for the second snapshot.
 */
export function useServerMarkup(): boolean {
  const now = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(now)[0];
}
