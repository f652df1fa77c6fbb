import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsByApp } from './p3-holds.ts';
import { slotRequests } from './p1-services.ts';
import { median, ratio, sized, whole } from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood } from './support/shared-servers.ts';
import { type MeasuredServer, openSite, type Site } from './support/site.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUNDS = sized(3, 1);
const ROUND_MS = sized(1500, 200);
const HOLDS = sized(672, 32);

/** Answers a second, of either tree. */
type Measure = (server: MeasuredServer, root: string) => Promise<number> | number;

/**
 * Says how fast the hot paths of this tree are, compared with another commit: both in turn, on one database. It takes a
 * minute, so that who changes such a path sees the price before it is pushed. The other commit runs with this tree's
 * packages and pages, and has to work with this tree's tables.
 */
export async function compareWith(commit: string): Promise<void> {
  const other = checkOut(commit);
  const site = await openSite();
  try {
    const servers = [
      { root: ROOT, server: await site.start({ kind: 'app' }) },
      { root: other.root, server: await site.start({ kind: 'app', root: other.root }) },
    ];
    for (const [what, measure] of Object.entries(measuresOf(site))) {
      const rates = servers.map((): number[] => []);
      // The first round is the warm-up.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [n, { root, server }] of servers.entries()) rates[n]!.push(await measure(server, root));
      const [mine, theirs] = rates.map((each) => median(each.slice(1))) as [number, number];
      console.log(
        `| ${what} | ${ratio(mine / theirs)} | ${whole(mine)}/s here, ${whole(theirs)}/s at ${commit} |`,
      );
    }
  } finally {
    await site.stop();
    other.remove();
  }
}

function measuresOf(site: Site): Record<string, Measure> {
  const under = async (server: MeasuredServer, requests: string[]) => {
    const result = await site.load.run({
      port: server.port,
      connections: 16,
      requests,
      ms: ROUND_MS,
      once: false,
    });
    return rateOf(result);
  };
  const slots = slotRequests(site);
  return {
    'P1 Public service list, c=16': (server) =>
      under(server, [rawRequest('GET', '/get-all-wellness-services')]),
    'P2 Signed-in POST /auth/get-slots, c=16': (server) => under(server, slots),
    'P3 Booking hold, c=16': async (server) => rateOf(await holdsByApp(site, 16, HOLDS, server)),
    'P5 Slot engine alone': (_, root) => slotEngineOf(root),
  };
}

function rateOf(result: LoadResult): number {
  allGood([result]);
  return result.perSecond;
}

/** In a process of its own, because each tree has its own modules. */
function slotEngineOf(root: string): number {
  const code = `import { measureSlotEngine } from ${JSON.stringify(join(root, 'tests/bench/p5-slot-engine.ts'))};
    console.log(measureSlotEngine()[0].figure)`;
  const env = { ...process.env, BENCH_ROUND_MS: String(ROUND_MS / 4) };
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return Number(said.replace(/\D/g, ''));
}

/** Another commit in a folder of its own, until it is removed. */
function checkOut(commit: string): { root: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sattva-bench-commit-'));
  const root = join(folder, 'tree');
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  for (const shared of ['node_modules', 'build']) symlinkSync(join(ROOT, shared), join(root, shared));
  return {
    root,
    remove: () => {
      git('worktree', 'remove', '--force', root);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
