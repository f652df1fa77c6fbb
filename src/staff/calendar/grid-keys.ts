/** A cell: the day's column and the row among those shown. */
export type Cell = { column: number; row: number };
type Bounds = {
  rows: number;
  columns: readonly { first_open: number | null; last_open: number | null }[];
};

/** The cell that a key moves to; null for a key that moves nothing. */
export function moveCell({ column, row }: Cell, key: string, { rows, columns }: Bounds): Cell | null {
  const day = columns[column];
  switch (key) {
    case 'ArrowLeft':
      return { column: Math.max(0, column - 1), row };
    case 'ArrowRight':
      return { column: Math.min(columns.length - 1, column + 1), row };
    case 'ArrowUp':
      return { column, row: Math.max(0, row - 1) };
    case 'ArrowDown':
      return { column, row: Math.min(rows - 1, row + 1) };
    case 'Home':
      return { column, row: day?.first_open ?? 0 };
    case 'End':
      return { column, row: day?.last_open ?? rows - 1 };
    default:
      return null;
  }
}
