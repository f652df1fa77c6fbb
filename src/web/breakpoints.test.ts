import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The token of src/web/tokens.css; media queries cannot read custom properties. */
const LARGE_REM = 62.5;

it('a large screen begins at one width in every style sheet', () => {
  expect(readFileSync('src/web/tokens.css', 'utf8')).toContain(`--breakpoint-lg: ${LARGE_REM}rem;`);
  const widths = globSync('src/web/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*\((min|max)-width: ([\d.]+)rem\)/g)].map(
      ([, side, width]) => ({ file, side, width: Number(width) }),
    ),
  );
  expect(widths.length).toBeGreaterThan(20);
  const near = widths.filter(({ width }) => width > 56 && width < 66);
  expect(near.length).toBeGreaterThan(3);
  for (const { file, side, width } of near)
    expect(width, file).toBe(side === 'min' ? LARGE_REM : LARGE_REM - 1 / 16);
});
