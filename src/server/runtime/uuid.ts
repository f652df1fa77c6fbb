const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Wire ids are arbitrary text. PostgreSQL refuses a malformed UUID, and the client should get "not found" instead. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
