import { useRef } from 'react';

/**
 * Runs one call at a time: a second press before the answer does nothing. A button shows that it is busy only after the
 * next render, which is too late for a double click.
 */
export function useSingleFlight<Input>(run: (input: Input) => Promise<unknown>): (input: Input) => void {
  const isRunning = useRef(false);
  return (input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    // The screen shows the failure.
    void run(input)
      .catch(() => undefined)
      .finally(() => (isRunning.current = false));
  };
}
