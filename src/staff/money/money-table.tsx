import type { ComponentProps, ReactNode } from 'react';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { type FailedQuery, QueryState } from '#web/ui/states.tsx';

export type Line = { key: string; head: ReactNode; cells: readonly ReactNode[] };
type TableProps = {
  caption: string;
  /** The heads of the columns: first words, then numbers. Phones have room for the first and the last column. */
  words: readonly string[];
  numbers: readonly string[];
  groups: readonly { title?: string; lines: readonly Line[] }[];
};

/** A table of money, in groups with a title of their own or in one without. */
export function MoneyTable({ caption, words, numbers, groups }: TableProps) {
  const heads = [...words, ...numbers];
  const align = (column: number) => (column < words.length ? 'text-muted' : 'num text-end');
  return (
    <table className="row-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={head} scope="col" className={align(column)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ title, lines }) => (
        <tbody key={title ?? ''}>
          {title && (
            <tr>
              <th scope="rowgroup" colSpan={heads.length} className="col-span-full text-muted text-small">
                {title}
              </th>
            </tr>
          )}
          {lines.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">
                <span>{head}</span>
              </th>
              {cells.map((cell, n) => (
                <td key={n} className={`${align(n + 1)} ${n < cells.length - 1 ? 'cell-wide' : 'text-ink'}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** In place of an answer that has not come. */
export const Waiting = ({ of }: Pick<ComponentProps<typeof FailedQuery>, 'of'>) => (
  <QueryState of={of}>
    <SkeletonGroup className="row-skeleton" rows={['h-14', 'h-14', 'h-14']} />
  </QueryState>
);
