/** One statement as it went over the wire, with its values; bytes as hex after 'hex:'. */
export type Sent = { text: string; values: unknown[] };

/** Values that differ from one hold to the next, as they stand in the recorded one -> as pgbench is to write them. */
type Replacements = readonly (readonly [string, string])[];

/** The statements with their values written in, for pgbench. */
export function pgbenchScript(sent: readonly Sent[], settings: string, replacements: Replacements): string {
  const lines = sent.map(({ text, values }) => {
    const filled = text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
    let line = filled.replaceAll(/\s+/g, ' ').trim();
    for (const [from, to] of replacements) line = line.replaceAll(from, to);
    return `${line};`;
  });
  return `${settings}\n${lines.join('\n')}\n`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  const text = String(value as string);
  if (text.startsWith('hex:')) return `'\\x${text.slice(4)}'::bytea`;
  return `('${text.replaceAll("'", "''")}')`;
}
