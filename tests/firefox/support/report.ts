import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { leave, newPerson, type Person } from './person.ts';
import type { Browser } from 'puppeteer-core';

/** Does one thing and says how it went; the next one is tried in any case. */
export type Step = (name: string, work: () => Promise<void>) => Promise<void>;

interface Report {
  readonly count: { passed: number; failed: number };
  /** Gives a new person to this story, in steps. If a step fails, a screenshot is kept. */
  runStory(
    browser: Browser,
    baseUrl: string,
    story: (person: Person, step: Step) => Promise<void>,
  ): Promise<void>;
}

const PICTURES = join(import.meta.dirname, '../../../test-results');

/** Counts steps, and says each as it ends. */
export function newReport(say: (text: string) => void): Report {
  const count = { passed: 0, failed: 0 };
  const stepOf =
    (person: Person): Step =>
    async (name, work) => {
      const began = performance.now();
      const failures = await work().then(
        (): string[] => [],
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
      );
      // A fault belongs to the step in which it appeared.
      failures.push(...person.troubles.splice(0));
      const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      if (failures.length === 0) {
        count.passed += 1;
        say(`✓ ${name} (${seconds})`);
        return;
      }
      count.failed += 1;
      const picture = join(PICTURES, `firefox-${count.failed}.png`);
      mkdirSync(PICTURES, { recursive: true });
      const kept = await person.page.screenshot({ path: picture }).then(
        () => picture,
        () => 'no picture',
      );
      say([`✗ ${name} (${seconds}; ${kept})`, ...failures.map((text) => `    ${text}`)].join('\n'));
    };
  return {
    count,
    runStory: async (browser, baseUrl, story) => {
      const person = await newPerson(browser, baseUrl);
      try {
        await story(person, stepOf(person));
      } finally {
        await leave(person);
      }
    },
  };
}
