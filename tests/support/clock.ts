/** A clock that moves only when it is set or advanced. Pass `clock.now` where a clock is needed. */
export interface TestClock {
  readonly now: () => Date;
  set(instant: string | Date): void;
  /** Moves on by so many milliseconds. */
  advance(ms: number): void;
}

/** Monday, 2 March 2026, 09:00 in Portland (a day before the change to summer time comes into the window). */
export const TEST_NOW = '2026-03-02T17:00:00.000Z';

export function fixedClock(start: string | Date = TEST_NOW): TestClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    set: (instant) => {
      at = new Date(instant).getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
