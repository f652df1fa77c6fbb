/** Returns the name that sealed answers are bound to (keyring.ts): column and row. */
export const answersField = (submission_id: string) => `answers:${submission_id}`;
