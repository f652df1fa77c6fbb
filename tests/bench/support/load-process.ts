import net from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';

// Keeps `connections` sockets busy with one request each. It reads no more of an answer than its status and length,
// so that it takes as little of the shared cores as a generator in this language can.

process.on('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send!(result));
});

async function run({ port, connections, requests, ms, once }: LoadOrder): Promise<LoadResult> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const start = performance.now();
  const take = (): string | undefined => {
    if (performance.now() - start > ms || (once && next >= requests.length)) return undefined;
    return requests[next++ % requests.length];
  };
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, take, (status, time) => {
        times.push(time);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
    statuses,
  };
}

/** One connection: asks, waits for the whole answer, asks again, until there is nothing more to ask. */
function converse(
  port: number,
  take: () => string | undefined,
  note: (status: string, time: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sent = 0;
    let head: Buffer = Buffer.alloc(0);
    /** Bytes of the answer still to come; null while its head is not complete. */
    let left: number | null = null;
    let status = '';
    const ask = (): void => {
      const request = take();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(request);
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (left === null) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        status = text.slice(9, 12);
        // A 304 may state the length of the page that it does not send.
        const length = status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
        left = length - (head.length - end - 4);
        head = Buffer.alloc(0);
      } else {
        left -= chunk.length;
      }
      if (left > 0) return;
      left = null;
      note(status, performance.now() - sent);
      ask();
    });
  });
}
