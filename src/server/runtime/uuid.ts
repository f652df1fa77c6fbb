const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids from the wire are any text; PostgreSQL refuses a malformed one, and to a client it is simply not found. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
