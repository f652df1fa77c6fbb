/** What spreadsheets compute instead of showing it (OWASP, "CSV Injection"). */
const COMPUTED = /^[=+\-@\t\r]/;

/** Writes one line of a CSV file (RFC 4180). Before a cell that a spreadsheet would compute comes an apostrophe. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: string | null): string {
  const text = `${COMPUTED.test(cell ?? '') ? "'" : ''}${cell ?? ''}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
