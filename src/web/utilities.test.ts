import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Measures that only one place has, and that say more next to the element than in a class of their own. */
const MEASURES = /-?(?:grid-cols|max-w|min-h)-\[/;
const SCREENS = /^(?:(?:max-)?(?:xs|sm|mid|md|tablet|desktop|lg|xl|2xl):|print:)*/;

/** Classes that docs/decisions/0037-styles.md keeps for component CSS. */
const forbiddenClasses = (code: string): string[] =>
  [...code.matchAll(/(?<=['"`\s])[-a-z[][^\s'"`<>{}]*(?=['"`\s])/g)]
    .map(([word]) => word)
    .filter((word) => {
      const utility = word.replace(SCREENS, '');
      const isState = /^[a-z][^[]*:[^\s]/.test(utility);
      const isOffScale = /[[(]/.test(utility) && !(MEASURES.exec(utility)?.index === 0);
      return isState || isOffScale || /[a-z0-9\])]!$/.test(utility);
    });

/** Only attributes and calls of `classNames`, so that no text is taken for a class. */
const classesIn = (source: string): string[] =>
  [...source.matchAll(/[cC]lassName=(?:"[^"]*"|\{[^}]*\})|classNames\([^;]*?\)[,}\n]/g)].map(
    ([part]) => part,
  );

describe('utilities place and space an element; its look and its states are component CSS', () => {
  const files = globSync('src/{web,staff}/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
  it.each(files)('%s', (file) => {
    const strings = classesIn(readFileSync(file, 'utf8')).flatMap(
      (part) => part.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? [],
    );
    expect(strings.flatMap(forbiddenClasses)).toEqual([]);
  });

  it('control: states, values off the scale, properties and !important are found', () => {
    const words = ['hover:bg-paper', 'group-hover:opacity-100', 'font-[650]', '-indent-[0.4em]', 'p-4!'];
    words.push('min-h-(--target)', '[color:red]', 'min-[17rem]:flex', 'md:first:p-0');
    const allowed = 'grid md:grid-cols-[1fr_auto] -mt-0.5 max-lg:hidden';
    expect(forbiddenClasses(`"${allowed} ${words.join(' ')}"`)).toEqual(words);
  });
});
