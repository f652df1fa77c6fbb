import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepTable } from '#tests/bench/support/table.ts';
import { type Figure, ROUND_MS, SHORT } from '#tests/bench/support/figures.ts';
import { openSite, type Site } from '#tests/bench/support/site.ts';
import { formatText } from './lib/format-text.ts';
import { conditions } from './lib/run-suite.ts';

// npm run bench -- [p1 p2 … | pages] [--short]: each speed figure against a floor measured in the same run; all rows
// unless some are named. --short: see figures.ts.
// npm run bench -- quick [COMMIT]: the hot paths compared with those of another commit; HEAD, if none is named.
const file = join(import.meta.dirname, '../docs/figures.md');

type Row = { names: string[]; measure: (site: () => Promise<Site>) => Promise<Figure[]> | Figure[] };
const ROWS: Row[] = [
  {
    names: ['p1'],
    measure: async (site) => (await import('#tests/bench/p1-services.ts')).measureServiceList(await site()),
  },
  {
    names: ['p2', 'p7'],
    measure: async (site) => (await import('#tests/bench/p1-services.ts')).measureSlots(await site()),
  },
  {
    names: ['p3', 'p4', 'p7'],
    measure: async (site) => (await import('#tests/bench/p3-holds.ts')).measureHolds(await site()),
  },
  {
    names: ['p6'],
    measure: async (site) => (await import('#tests/bench/p3-holds.ts')).measureRush(await site()),
  },
  {
    names: ['p5'],
    measure: async () => (await import('#tests/bench/p5-slot-engine.ts')).measureSlotEngine(),
  },
  {
    names: ['p8'],
    measure: async (site) => (await import('#tests/bench/p8-pages.ts')).measurePages(await site()),
  },
  {
    names: ['p21'],
    measure: async (site) => (await import('#tests/bench/p8-pages.ts')).measureConditional(await site()),
  },
  {
    names: ['p9'],
    measure: async () => (await import('#tests/bench/p9-start.ts')).measureStart(),
  },
  {
    names: ['p10'],
    measure: async (site) => (await import('#tests/bench/p10-sign-ins.ts')).measureSignIns(await site()),
  },
  {
    names: ['p16'],
    measure: async (site) =>
      (await import('#tests/bench/p16-many-bookings.ts')).measureManyBookings(await site()),
  },
  {
    names: ['p17'],
    measure: async () => (await import('#tests/bench/p17-memory.ts')).measureMemory(),
  },
  {
    names: ['p18'],
    measure: async () => (await import('#tests/bench/p18-visit.ts')).measureVisit(),
  },
  {
    names: ['p20'],
    measure: async () => (await import('#tests/bench/p20-first-start.ts')).measureFirstStart(),
  },
  {
    names: ['p22'],
    measure: async () => (await import('#tests/bench/p22-first-booking.ts')).measureFirstBooking(),
  },
  {
    names: ['p23'],
    measure: async () => (await import('#tests/bench/p23-agenda.ts')).measureAgenda(),
  },
  {
    names: ['p24'],
    measure: async () => (await import('#tests/bench/p24-placement.ts')).measurePlacement(),
  },
  {
    names: ['p25'],
    measure: async () => (await import('#tests/bench/p25-drag.ts')).measureDrag(),
  },
  {
    names: ['p26'],
    measure: async () => (await import('#tests/bench/p26-staff-area.ts')).measureStaffArea(),
  },
  {
    names: ['p27'],
    measure: async () => (await import('#tests/bench/p27-clients.ts')).measureClients(),
  },
  {
    names: ['p28'],
    measure: async () => (await import('#tests/bench/p28-note-typing.ts')).measureNoteTyping(),
  },
  {
    names: ['p29'],
    measure: async () => (await import('#tests/bench/p29-week-changes.ts')).measureWeekChanges(),
  },
  {
    names: ['p11', 'p12', 'p15'],
    measure: async () => (await import('#tests/bench/p11-browser.ts')).measureInBrowser(),
  },
  {
    names: ['p13', 'p14'],
    measure: async () => (await import('#tests/bench/p13-lighthouse.ts')).measureByLighthouse(),
  },
];

/** Rows by one name. */
const GROUPS: Record<string, readonly string[]> = {
  pages: ['p8', 'p11', 'p12', 'p13', 'p14', 'p15', 'p21', 'p22'],
};

const words = process.argv.slice(2).filter((name) => name !== '--short');
if (words[0]?.toLowerCase() === 'quick') {
  await (await import('#tests/bench/quick.ts')).compareWith(words[1] ?? 'HEAD');
  process.exit();
}
const wanted = words.flatMap((name) => GROUPS[name.toLowerCase()] ?? name.toLowerCase());
const known = ROWS.flatMap(({ names }) => names);
const strange = wanted.filter((name) => !known.includes(name));
if (strange.length > 0) {
  const all = [...new Set(known), ...Object.keys(GROUPS)];
  console.error(`No such row: ${strange.join(', ')}. Known: ${all.join(', ')}.`);
  process.exit(1);
}
const chosen = ROWS.filter(({ names }) => wanted.length === 0 || names.some((name) => wanted.includes(name)));

let opened: Promise<Site> | undefined;
const site = (): Promise<Site> => (opened ??= openSite());
const figures: (Figure & { conditions: string })[] = [];
try {
  for (const { measure } of chosen) {
    const before = conditions() + (ROUND_MS === 5000 ? '' : `, rounds of ${ROUND_MS / 1000} s`);
    for (const figure of await measure(site)) {
      figures.push({ ...figure, conditions: before });
      console.log(
        `| ${figure.row} | ${figure.what} | ${figure.goal} | ${figure.figure} | ${figure.verdict} |`,
      );
    }
  }
} finally {
  await (await opened)?.stop();
}
if (!SHORT) {
  /** Names of which every row was measured: what an earlier version of the bench called otherwise goes. */
  const whole = new Set(
    known.filter((name) => ROWS.every((row) => !row.names.includes(name) || chosen.includes(row))),
  );
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, formatText('docs/figures.md', keepTable(before, figures, whole)));
}
if (figures.some(({ verdict }) => verdict === 'FAILED')) process.exitCode = 1;
