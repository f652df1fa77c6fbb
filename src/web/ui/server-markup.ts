import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True on the server and, in the browser, for a component that was hydrated from server markup; false for one that was
 * rendered in the browser. React uses the second snapshot only for the former.
 */
export function useServerMarkup(): boolean {
  const now = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(now)[0];
}
