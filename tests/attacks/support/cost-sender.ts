import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Sent to the worker before it starts, so that the transfer is not measured. */
export type CostRequest = { port: number; head: string; body: Uint8Array };
export type CostAnswer = {
  /** 0 if the connection was closed before an answer was read. */
  status: number;
  bytes: number;
  ms: number;
};

const STEP = 64 * 1024;

/** Sends a request over a socket of its own and reads the answer to its end; nothing of this runs in the site's thread. */
async function send({ port, head, body }: CostRequest): Promise<CostAnswer> {
  const began = performance.now();
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let first = '';
  let bytes = 0;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    if (first === '') first = chunk.toString('latin1', 0, 20);
    bytes += chunk.length;
  });
  socket.write(head);
  for (let at = 0; at < body.length && first === '' && !socket.destroyed; at += STEP)
    if (!socket.write(body.subarray(at, at + STEP)))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  await closed;
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0),
    bytes,
    ms: performance.now() - began,
  };
}

let next: CostRequest | undefined;
parentPort!.on('message', (message: CostRequest | 'go') => {
  if (message === 'go') void send(next!).then((answer) => parentPort!.postMessage(answer));
  else {
    next = message;
    parentPort!.postMessage('ready');
  }
});
