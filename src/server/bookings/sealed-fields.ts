/** The names that a booking's sealed values are bound to (keyring.ts): column and row. */
export const notesField = (booking_id: string) => `client_notes:${booking_id}`;
export const draftField = (booking_id: string) => `recommendations_draft:${booking_id}`;
export const publishedField = (booking_id: string) => `published_recommendations:${booking_id}`;
