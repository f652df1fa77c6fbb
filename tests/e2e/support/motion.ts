/** For `test.use`: a browser that shows every animation. By default the browser tests ask for less motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;
