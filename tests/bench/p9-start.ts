import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf, median, ROUNDS } from './support/figures.ts';

/** P9: from the start of the installed and built app to its first page; on an empty folder, and on a known one. */
export async function measureStart(): Promise<Figure[]> {
  const first: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'sattva-start-'));
    first.push(await secondsToFirstPage(dataDir));
    warm.push(await secondsToFirstPage(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  }
  const of = (what: string, seconds: number[], must: number, aim: number): Figure =>
    figureOf(
      'P9',
      what,
      `${must} s (aim ${aim} s)`,
      `${median(seconds).toFixed(2)} s, best ${Math.min(...seconds).toFixed(2)} s`,
      atMost(median(seconds), { must, aim }),
    );
  return [
    of('First start on an empty folder to the first page', first, 3, 1.2),
    of('Warm start to the first page', warm, 1, 0.5),
  ];
}

async function secondsToFirstPage(dataDir: string): Promise<number> {
  const start = performance.now();
  const app = await startApp({ dataDir });
  try {
    const page = await fetch(app.baseUrl);
    await page.text();
    if (!page.ok) throw new Error(`The first page answered ${page.status}`);
    return (performance.now() - start) / 1000;
  } finally {
    await app.stop();
  }
}
