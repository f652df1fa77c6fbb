import { posix } from 'node:path';

interface TextFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

interface DeadReference {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** What a page of docs/ can be cited by: the numbers of its headings and lines, the rows of its tables. */
interface Page {
  readonly sections: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
  readonly duplicates: readonly string[];
}

// Between two words of a comment there may be a line break and the next line's '*' or '//'.
const GAP = '[\\s*/]+';
const NUMBER = '\\d+(?:\\.\\d+)*';
const PARAGRAPH = `§${NUMBER}(?:–${NUMBER})?`;
const CITED = new RegExp(
  `(?<elsewhere>(?:RFC|CommonMark|UAX)${GAP}#?[\\d.]+${GAP})?` +
    `(?:(?<page>[\\w-]+\\.md)\\)?${GAP})?` +
    `(?<list>${PARAGRAPH}(?:(?:,|;| and| or)${GAP}${PARAGRAPH})*)`,
  'g',
);
const ROW = '[PRS]\\d+';
const ROWS = new RegExp(`\\bgoals\\.md${GAP}(?<list>${ROW}(?:(?:,| and| to|–)${GAP}?${ROW})*)`, 'g');
const PATH = /(?<![\w./-])docs\/[\w/-]+\.md/g;
// Pages name files of the code too; 'x.spec.ts' is any test of the reader's.
const CODE_PATH =
  /(?<![\w./-])(?:src|sandbox|content|scripts|tests|migrations|deploy)\/[\w@./-]+\.(?:tsx?|mjs|sql|css|conf|md)\b(?<!\/x\.spec\.ts)/g;
const DECISION = /\bdecisions? (\d{4})\b/g;
const LINK = /\]\((?!\w+:|\/)([^)#\s]+\.md)/g;

/**
 * Finds references that lead nowhere: to a page, section, row or decision of docs/, or from a page to a file. Also finds
 * numbers that a page has twice.
 */
export function findDeadReferences(files: readonly TextFile[]): DeadReference[] {
  const pages = new Map(
    files
      .filter(({ path }) => /^docs\/[\w-]+\.md$/.test(path))
      .map(({ path, text }) => [path.slice('docs/'.length), pageOf(text)]),
  );
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap((file) => [
    ...deadSections(file, pages),
    ...deadRows(file, pages.get('goals.md')),
    ...deadPaths(file, paths),
    ...duplicateNumbers(file, pages),
  ]);
}

function pageOf(text: string): Page {
  const numbers = [...text.matchAll(/^(?:#+ (\d+(?:\.\d+)*)\.? |- \*\*(\d+(?:\.\d+)+)\*\* )/gm)].map(
    ([, heading, line]) => heading ?? line!,
  );
  return {
    sections: new Set(numbers),
    rows: new Set([...text.matchAll(/^\| ([PRS]\d+) *\|/gm)].map(([, row]) => row!)),
    duplicates: numbers.filter((number, at) => numbers.indexOf(number) !== at),
  };
}

function deadSections(file: TextFile, pages: ReadonlyMap<string, Page>): DeadReference[] {
  return [...file.text.matchAll(CITED)].flatMap((match) => {
    const { elsewhere, page, list } = match.groups!;
    const own = /^docs\/([\w-]+\.md)$/.exec(file.path)?.[1];
    const name = page ?? own;
    if (elsewhere !== undefined) return [];
    if (name === undefined) return [dead(file, match.index, `${list} names no page of docs/`)];
    const sections = pages.get(name)?.sections;
    if (!sections) return [dead(file, match.index, `there is no docs/${name}`)];
    return [...list!.matchAll(new RegExp(NUMBER, 'g'))]
      .filter(([number]) => !sections.has(number))
      .map(([number]) => dead(file, match.index, `docs/${name} has no section ${number}`));
  });
}

function deadRows(file: TextFile, goals: Page | undefined): DeadReference[] {
  return [...file.text.matchAll(ROWS)].flatMap((match) =>
    [...match.groups!.list!.matchAll(new RegExp(ROW, 'g'))]
      .filter(([row]) => !goals?.rows.has(row))
      .map(([row]) => dead(file, match.index, `docs/goals.md has no row ${row}`)),
  );
}

function deadPaths(file: TextFile, paths: ReadonlySet<string>): DeadReference[] {
  const isPage = file.path.endsWith('.md');
  const missing = [PATH, ...(isPage ? [CODE_PATH] : [])]
    .flatMap((pattern) => [...file.text.matchAll(pattern)])
    .filter(([path]) => !paths.has(path));
  const decisions = [...file.text.matchAll(DECISION)].filter(
    ([, number]) => ![...paths].some((path) => path.startsWith(`docs/decisions/${number}-`)),
  );
  const links = isPage ? [...file.text.matchAll(LINK)] : [];
  const broken = links.filter(([, target]) => !paths.has(posix.join(posix.dirname(file.path), target!)));
  return [
    ...missing.map(({ 0: path, index }) => dead(file, index, `there is no ${path}`)),
    ...decisions.map(({ 0: name, index }) => dead(file, index, `there is no ${name}`)),
    ...broken.map(({ 1: target, index }) => dead(file, index, `the link ${target} leads nowhere`)),
  ];
}

function duplicateNumbers(file: TextFile, pages: ReadonlyMap<string, Page>): DeadReference[] {
  const page = file.path.startsWith('docs/') ? pages.get(file.path.slice('docs/'.length)) : undefined;
  return (page?.duplicates ?? []).map((number) =>
    dead(file, file.text.lastIndexOf(number), `the number ${number} occurs twice`),
  );
}

function dead({ path, text }: TextFile, index: number, message: string): DeadReference {
  return { path, line: text.slice(0, index).split('\n').length, message };
}
