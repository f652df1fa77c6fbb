/** The names that sealed documents are bound to (keyring.ts): column and row. */
export const notesField = (booking_id: string) => `client_notes:${booking_id}`;
export const draftField = (booking_id: string) => `recommendations_draft:${booking_id}`;
export const suggestionField = (booking_id: string) => `suggestion_draft:${booking_id}`;
export const publishedField = (booking_id: string) => `published_recommendations:${booking_id}`;
export const noteField = (id: string) => `session_note:${id}`;
export const pinnedField = (user_id: string) => `pinned_note:${user_id}`;
