import { expect, it } from 'vitest';
import { findDeadReferences } from './reference-rules.ts';

const page = `# Product\n\n## 2. Screens\n\n### 2.4 About\n\n- **2.4.1** The page. See §2.\n`;
const goals = '# Goals\n\n| Row | What |\n| --- | --- |\n| P8 | pages |\n| P9 | start |\n';
const DOCS = {
  'docs/about.md': page,
  'docs/goals.md': goals,
  'docs/decisions/0007-a-choice.md': '# 0007\n',
};

/** The dead references in these files, checked together with DOCS, as 'path:line message'. */
function deadIn(files: Record<string, string>): string[] {
  const all = Object.entries({ ...DOCS, ...files }).map(([path, text]) => ({ path, text }));
  return findDeadReferences(all).map(({ path, line, message }) => `${path}:${line} ${message}`);
}

it('reports nothing if every reference has a target', () => {
  const comment = [
    `// about.md §2, §2.4 and §2.4.1; goals.md P8, P9`,
    `// (docs/about.md §2–2.4, decision 0007, docs/decisions/0007-a-choice.md)`,
    `/** As about.md`,
    ` * §2.4 says. RFC 9112 §3.2 and CommonMark 0.31 §4.7 are not ours. */`,
  ].join('\n');
  expect(
    deadIn({ 'src/a.ts': comment, 'docs/b.md': `[About](about.md) and [about.md](about.md) §2.4` }),
  ).toEqual([]);
});

it.each([
  [`// about.md §2.5`, ['docs/about.md has no section 2.5']],
  [`// about.md §2.4, §2.4.2 and §3`, ['2.4.2', '3'].map((n) => `docs/about.md has no section ${n}`)],
  [`// about.md §2–4`, ['docs/about.md has no section 4']],
  [`// gone.md §1`, ['there is no docs/gone.md']],
  [`// §1, §2`, ['§1, §2 names no page of docs/']],
  ['// goals.md P8 and R1', ['docs/goals.md has no row R1']],
  ['// docs/gone.md', ['there is no docs/gone.md']],
  ['// decision 0008', ['there is no decision 0008']],
])('finds a dead reference in %s', (comment, messages) => {
  expect(deadIn({ 'src/a.ts': `const a = 1;\n${comment}\n` })).toEqual(
    messages.map((each) => `src/a.ts:2 ${each}`),
  );
});

it('reports dead links, files and sections, and duplicate numbers in a page', () => {
  expect(deadIn({ 'docs/b.md': '# B\n\n[Gone](decisions/0009-gone.md)\n' })).toEqual([
    'docs/b.md:3 the link decisions/0009-gone.md leads nowhere',
  ]);
  expect(deadIn({ 'docs/b.md': '# B\n\n`src/a.ts` and `src/b.ts`\n', 'src/a.ts': '' })).toEqual([
    'docs/b.md:3 there is no src/b.ts',
  ]);
  expect(deadIn({ 'docs/about.md': page.replace(`§2.`, `§9.`) })).toEqual([
    'docs/about.md:7 docs/about.md has no section 9',
  ]);
  expect(deadIn({ 'docs/about.md': `${page}- **2.4.1** Again.\n` })).toEqual([
    'docs/about.md:8 the number 2.4.1 occurs twice',
  ]);
});
