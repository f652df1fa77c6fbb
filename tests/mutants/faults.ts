import { randomFrom } from '#tests/support/profile.ts';

/** A fault in one place of one file. `line` counts from 1; `text` is the file with the fault. */
export type Fault = { kind: string; file: string; line: number; text: string };

const OPPOSITE: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** What is put in place of what. Each stands alone in its line, so that a line with a comment or an import has none. */
const KINDS: readonly { kind: string; where: RegExp; into: (found: string) => string }[] = [
  {
    kind: 'flipped comparison',
    where: / (?:[!=]==|[<>]=?) (?!=)/g,
    into: (sign) => ` ${OPPOSITE[sign.trim()]} `,
  },
  { kind: 'dropped await', where: /(?<!for )\bawait /g, into: () => '' },
  {
    kind: 'swapped text',
    where: /(?<=['>])[A-Z][a-z’]+ [a-z’]+ [^'"`<>{}]+(?=['<])/g,
    into: () => 'Something else',
  },
  // Of a query builder, and of a statement: a condition that has its line to itself.
  { kind: 'removed where', where: /^ *(?:\.where\([^`]*\)|and [^`(]*(?:\([^`()]*\))?)$/gm, into: () => '' },
];

/** The places of one kind in one file. */
function* placesOf(source: string, { where }: (typeof KINDS)[number]) {
  for (const match of source.matchAll(where)) {
    const start = source.lastIndexOf('\n', match.index) + 1;
    const before = source.slice(start, match.index);
    if (/^\s*(?:\/?\*|\/\/|import |export type |type )/.test(before + match[0]) || before.includes('//'))
      continue;
    yield match;
  }
}

/** Returns `count` different faults by the seed: the kinds in turn, each file with such a place as likely as another. */
export function sampleFrom(sources: ReadonlyMap<string, string>, count: number, seed: number): Fault[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const byKind = KINDS.map((kind) => ({
    ...kind,
    files: [...sources].filter(([, source]) => !placesOf(source, kind).next().done),
  }));
  const taken = new Set<string>();
  const faults: Fault[] = [];
  for (let tries = 0; faults.length < count && tries < 100 * count; tries++) {
    const kind = byKind[faults.length % byKind.length]!;
    const [file, source] = pick(kind.files);
    const { index, 0: found } = pick([...placesOf(source, kind)]);
    if (taken.has(`${file}:${index}`)) continue;
    taken.add(`${file}:${index}`);
    const text = source.slice(0, index) + kind.into(found) + source.slice(index + found.length);
    faults.push({ kind: kind.kind, file, line: source.slice(0, index).split('\n').length, text });
  }
  return faults;
}
