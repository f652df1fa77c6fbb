import { once } from 'node:events';
import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { GCProfiler, type GCProfilerResult, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { TestApp } from '../../support/app.ts';
import type { CostAnswer, CostRequest } from './cost-sender.ts';

/** One request as it goes over the wire. */
export type Ask = {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
};
/** Prepares the request and what it needs; not measured. */
export type MakeAsk = () => Ask | Promise<Ask>;

/** What a request costs. */
export type Cost = {
  status: number;
  /** Bytes of head and body that the site read from the connection. */
  bytes_read: number;
  /** Time of the processor that the event loop's thread took, milliseconds; the median of several runs. */
  loop_ms: number;
  /** Most that heap and buffers grew by at any moment, in MB: all that one turn of the loop allocates counts. */
  memory_mb: number;
  provider_requests: number;
  mails: number;
  /** Rows that are there afterwards and were not before, over all tables. */
  rows: number;
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
/** The next turn of the loop that something else causes: the loop sleeps until then, instead of turning all the time. */
const nextActivity = () => nextTurn(undefined, { ref: false });
const MB = 1024 * 1024;
const AGAIN = 12;
const MOST_LEFT = 6 * MB;

const usedOf = ({ used_heap_size, external_memory }: ReturnType<typeof getHeapStatistics>) =>
  used_heap_size + external_memory;
const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

const KNOWN_WORK = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n, text: `number ${n}` })));
const MOST_SLOWNESS = 2.5;
/** What the known work takes, and nothing else runs, on the machine that the limits were set on. */
const REFERENCE_MS = 15;

/**
 * How much more time of the processor the known work takes now than there: a laptop is slower, and on a busy machine others
 * use the same caches and cores. It takes many ticks of the clock by which the kernel counts, and as much memory as a note.
 */
async function slownessNow(): Promise<number> {
  await setTimeout(1);
  const before = process.threadCpuUsage();
  for (let run = 0; run < 5; run++) JSON.parse(KNOWN_WORK);
  await setTimeout(1);
  const took = milliseconds(process.threadCpuUsage(before));
  return Math.min(Math.max(took / REFERENCE_MS, 1), MOST_SLOWNESS);
}

type CostMeter = {
  /**
   * A cost above what it may be is measured again a few times, and the least is taken: other work only adds to it. With one
   * run, a first request that is within its limit counts, although it compiles what the next ones find compiled. `again`: how
   * often, where the cost is above on purpose.
   */
  measure(
    make: MakeAsk,
    may: { loop_ms: number; memory_mb: number },
    runs: number,
    again?: number,
  ): Promise<Cost>;
  /** Sends it twice at once, as a proxy that repeats it. Answers the statuses. */
  repeat(make: MakeAsk): Promise<number[]>;
  close(): Promise<void>;
};

/**
 * Measures requests to this app over a socket. The sender is a thread of its own, so that what is counted is the
 * site's thread alone; time is that of the processor, so that other work on the machine does not count.
 */
export async function createCostMeter({ app, deps, database, sandbox }: TestApp): Promise<CostMeter> {
  // The first runs compile it.
  for (let run = 0; run < 8; run++) await slownessNow();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const newSender = () => new Worker(new URL('./cost-sender.ts', import.meta.url), { execArgv: [] });
  const sender = newSender();
  const second = newSender();
  let sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  let asked = 0;
  let external = 0;
  const provider = new URL(sandbox.apiUrl).port;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: { getHeader(name: string): unknown } };
    if (String(request.getHeader('host')).endsWith(`:${provider}`)) asked += 1;
  });
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { origin: unknown } };
    if (String(request.origin).endsWith(`:${provider}`)) asked += 1;
  });

  const tables = (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
      deps.db,
    )
  ).rows.map(({ name }) => name);
  const counts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as rows from ${sql.table(name)}`,
  );
  // With a name, because planning takes longer than counting.
  const counting = {
    name: 'count-rows',
    text: sql`${sql.join(counts, sql` union all `)}`.compile(deps.db).sql,
  };
  const countRows = async () => {
    const { rows } = await database.pool.query<{ name: string; rows: number }>(counting);
    return {
      all: rows.reduce((sum, each) => sum + each.rows, 0),
      mails: rows.find(({ name }) => name === 'outbox')!.rows,
    };
  };

  /** What the handler left to be done after its answer is part of the request. */
  const settled = async () => {
    const { pool } = database;
    let quiet = 0;
    while (quiet < 3) {
      const isIdle = pool.idleCount === pool.totalCount;
      quiet = isIdle ? quiet + 1 : 0;
      await (isIdle ? nextTurn() : nextActivity());
    }
  };
  const requestOf = ({ method, url, headers = {}, body }: Ask): CostRequest => {
    const bytes = body === undefined ? null : Buffer.from(body);
    const all = {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      ...(bytes ? { 'content-type': 'application/json', 'content-length': String(bytes.length) } : {}),
      ...headers,
      connection: 'close',
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes?.length ?? 0));
    if (bytes) shared.set(bytes);
    return { port, head: `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, body: shared };
  };
  const ready = async (worker: Worker, make: MakeAsk) => {
    const request = requestOf(await make());
    worker.postMessage(request);
    await once(worker, 'message');
    await settled();
  };
  const go = async (worker: Worker): Promise<CostAnswer> => {
    const answered = once(worker, 'message') as Promise<[CostAnswer]>;
    worker.postMessage('go');
    const [answer] = await answered;
    await settled();
    return answer;
  };

  const timed = async (make: MakeAsk): Promise<number> => {
    await ready(sender, make);
    const before = process.threadCpuUsage();
    await go(sender);
    return milliseconds(process.threadCpuUsage(before));
  };
  const median = async (make: MakeAsk, runs: number): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await timed(make));
    return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)]!;
  };

  /**
   * Collects what is young in every turn of the loop that used memory; the profiler keeps how much there was before each
   * collection. So many collections make old what lives for a few turns only, and old garbage stays: it is collected too
   * whenever a quarter of what the request may take has come together, else all that the request ever used would be added up.
   */
  const weighed = async (
    make: MakeAsk,
    may: { memory_mb: number },
    runs: number,
  ): Promise<Omit<Cost, 'loop_ms'>> => {
    await ready(sender, make);
    const before = await countRows();
    asked = 0;
    sockets = [];
    await settled();
    // What others left in the memory is not counted; small things are collected with the young below. A full collection is
    // half of what a measurement takes: in the small size up to a sixteenth of the limit may be left.
    const small = runs > 1 ? 1 / 4 : Math.max(1 / 4, may.memory_mb / 16);
    if (Math.abs(getHeapStatistics().external_memory - external) > small * MB) {
      collect();
      await nextTurn();
      external = getHeapStatistics().external_memory;
    }
    const profiler = new GCProfiler();
    profiler.start();
    collect({ type: 'minor' });
    let isOver = false;
    const step = (may.memory_mb / 64) * MB;
    let swept = getHeapStatistics();
    let collected = swept;
    const watch = (async () => {
      while (!isOver) {
        const now = getHeapStatistics();
        const buffers = now.external_memory - external;
        const since = usedOf(now) - usedOf(collected);
        // Only a full collection frees unused buffers.
        if (
          (buffers > MOST_LEFT && now.external_memory - swept.external_memory > MB / 4) ||
          now.used_heap_size - swept.used_heap_size > (may.memory_mb / 4) * MB
        ) {
          collect();
          collected = swept = getHeapStatistics();
        } else if (since > step) {
          collect({ type: 'minor' });
          collected = getHeapStatistics();
        }
        await nextActivity();
      }
    })();
    const answer = await go(sender);
    collect({ type: 'minor' });
    isOver = true;
    await nextTurn();
    await watch;
    const { statistics } = profiler.stop();
    const [first, ...later] = statistics;
    const sizeOf = ({ heapStatistics: heap }: GCProfilerResult['statistics'][number]['beforeGC']) =>
      heap.usedHeapSize + heap.externalMemory;
    const most = Math.max(...later.map(({ beforeGC }) => sizeOf(beforeGC)));
    const after = await countRows();
    return {
      status: answer.status,
      bytes_read: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
      memory_mb: Math.max(0, most - sizeOf(first!.afterGC)) / MB,
      provider_requests: asked,
      mails: after.mails - before.mails,
      rows: Math.max(0, after.all - before.all),
    };
  };

  return {
    async measure(make, may, runs, again = AGAIN) {
      let loop_ms = await timed(make);
      if (runs > 1 || loop_ms > may.loop_ms) loop_ms = await median(make, runs);
      const cost = await weighed(make, may, runs);
      let { memory_mb } = cost;
      for (let times = 0; times < again && loop_ms > may.loop_ms; times++)
        loop_ms = Math.min(loop_ms, (await median(make, runs)) / (await slownessNow()));
      for (let times = 0; times < again && memory_mb > may.memory_mb; times++)
        memory_mb = Math.min(memory_mb, (await weighed(make, may, runs)).memory_mb);
      return { ...cost, loop_ms, memory_mb };
    },
    async repeat(make) {
      const both = [sender, second];
      for (const each of both) await ready(each, make);
      const answers = await Promise.all(both.map(go));
      return answers.map(({ status }) => status);
    },
    async close() {
      await Promise.all([sender.terminate(), second.terminate()]);
    },
  };
}
