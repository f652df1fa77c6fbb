/** What to bring and prepare: for every visit, by the type of the service, and by the place. */
type Words = {
  everywhere: readonly string[];
  by_type: Readonly<Record<string, readonly string[]>>;
  at_studio: readonly string[];
  at_home: readonly string[];
};

/** Lists what to bring and prepare, once for all of these visits. */
export function preparationsFor(
  { everywhere, by_type, at_studio, at_home }: Words,
  visits: readonly { service_type: string; place: string }[],
): string[] {
  const own = visits.flatMap(({ service_type, place }) => [
    ...(by_type[service_type] ?? []),
    ...(place === 'HOUSE_CALL' ? at_home : place === 'FIXED_LOCATION' ? at_studio : []),
  ]);
  return [...new Set([...everywhere, ...own])];
}
