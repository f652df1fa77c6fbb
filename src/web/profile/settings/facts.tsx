import { Card } from '#web/ui/card.tsx';

type Fact = readonly [name: string, value: string | null | undefined];

/** Names and values of one card. What is not known is a dash, said as words. */
export function Facts({
  title,
  facts,
  nothing,
}: {
  title: string;
  /** Stands instead when none of them is known. */
  nothing?: string;
  facts: readonly Fact[];
}) {
  return (
    <Card as="section" className="p-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      {nothing && facts.every(([, value]) => !value?.trim()) ? (
        <p className="text-muted">{nothing}</p>
      ) : (
        <FactList facts={facts} />
      )}
    </Card>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[5rem_1fr] gap-3 border-t border-line py-2.5 first:border-t-0 xs:grid-cols-[7.5rem_1fr]"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="num [overflow-wrap:anywhere]">{value?.trim() || <NotGiven />}</dd>
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
