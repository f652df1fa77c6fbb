/** A body names a key that could reach an object's prototype. */
export class ForbiddenKey extends Error {}

export const isForbiddenKey = (error: unknown): boolean => error instanceof ForbiddenKey;
