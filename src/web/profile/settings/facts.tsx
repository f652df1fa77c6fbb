import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';

type Fact = readonly [name: string, value: string | null | undefined];

/** A card with names and values. An unknown value is a dash, which screen readers read as 'not given'. */
export function Facts({
  title,
  facts,
  emptyText,
  action,
}: {
  title: string;
  /** Shown if no value is known. */
  emptyText?: string;
  facts: readonly Fact[];
  /** Below the values. */
  action?: ReactNode;
}) {
  return (
    <Card as="section" className="p-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      {emptyText && facts.every(([, value]) => !value?.trim()) ? (
        <p className="text-muted">{emptyText}</p>
      ) : (
        <FactList facts={facts} />
      )}
      {action && <div className="mt-4">{action}</div>}
    </Card>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[5rem_1fr] gap-3 py-2.5 xs:grid-cols-[7.5rem_1fr]">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="num wrap-anywhere">{value?.trim() || <NotGiven />}</dd>
        </div>
      ))}
    </dl>
  );
}

function NotGiven() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not given</span>
    </span>
  );
}
