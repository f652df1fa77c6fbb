import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take several times as long as others of their project, most of it waiting. */
const LONGEST = ['tests/faults/r14-failover.test.ts', 'tests/attacks/s07-crawl.test.ts'];

const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((path) => moduleId.endsWith(path));

/**
 * Vitest starts with the files that took longest. Where it has no times yet, as in a fresh clone, it goes by their size: then
 * a file that waits for a minute may begin when the others are done.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects follow each other: only within one do files change places.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const those = sorted.filter((file) => file.project === project);
      return [...those.filter(isLong), ...those.filter((file) => !isLong(file))];
    });
  }
}
