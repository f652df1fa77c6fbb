import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestSession } from '#tests/support/app.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { notesField } from '../bookings/sealed-fields.ts';
import { clientKeyOf } from '../runtime/keyring.ts';
import { zipInWorker } from './zip-in-worker.ts';

const { app, request, signIn, deps } = await testApp();
let maren: TestSession;
beforeAll(async () => {
  maren = await signIn('demo@example.com');
});

const start = {
  user: {} as never,
  photo: null,
  calendar: '',
  made_at: new Date('2026-03-02T17:00:00Z'),
};
const booking = { id: 'b', service_name: 'Yin', start_time: '2026-03-01T17:00:00Z' };
const secret = { user_id: 'u', key: Buffer.alloc(32, 7) };
async function* pagesOf(notes: readonly string[]) {
  for (const note of notes) {
    const client_notes = sealDocument(clientKeyOf(secret), notesField(booking.id), JSON.parse(note) as never);
    const documents = { client_notes, published_recommendations: null };
    yield await Promise.resolve({ bookings: [{ ...booking, documents } as never] });
  }
}
const large = JSON.stringify({ ops: [{ insert: 'a\n'.repeat(150_000), attributes: { list: 'bullet' } }] });

it('an export beyond the memory of its worker fails alone: the process answers others at once', async () => {
  const failed = zipInWorker({ ...start, secret }, pagesOf([large, large, large]), {
    heap_mb: 16,
    deadline_ms: 20_000,
  });
  let ended: Error | undefined;
  failed.catch((error: Error) => (ended = error));
  const waits: number[] = [];
  while (ended === undefined) {
    const began = performance.now();
    expect((await request({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    waits.push(performance.now() - began);
    await new Promise(setImmediate);
  }
  expect(ended.message).toMatch(/memory|ended with code/i);
  const usual = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!;
  expect(usual).toBeLessThan(100);
});

it('an export beyond its deadline is ended', async () => {
  await expect(
    zipInWorker({ ...start, secret }, pagesOf([large]), { heap_mb: 256, deadline_ms: 1 }),
  ).rejects.toThrow('1 ms');
});

it('is answered with 503 and a sentence, and logged without a word of the client', async () => {
  const logged = vi.spyOn(deps.log, 'error');
  const broken = vi.spyOn(deps.keyring, 'keyOf').mockRejectedValueOnce(new Error('out of memory'));
  const answer = await maren.request({ method: 'GET', url: '/auth/download-my-data' });
  broken.mockRestore();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    message: 'We could not put your data together right now. Please try again in a few minutes.',
  });
  expect(logged).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/lunch|Maren|demo@/);
});

it('runs once at a time for each client', async () => {
  const ask = () => maren.request({ method: 'GET', url: '/auth/download-my-data' });
  const keyOf = deps.keyring.keyOf.bind(deps.keyring);
  const others = Promise.withResolvers<void>();
  vi.spyOn(deps.keyring, 'keyOf').mockImplementationOnce(async (...args) => {
    await others.promise;
    return await keyOf(...args);
  });
  const statuses: number[] = [];
  const answered = async () => {
    statuses.push((await ask()).statusCode);
    if (statuses.length === 2) others.resolve();
  };
  await Promise.all([answered(), answered(), answered()]);
  expect(statuses).toEqual([429, 429, 200]);
  expect((await ask()).statusCode).toBe(200);
});

it('control: the same documents in the process itself hold everybody up', async () => {
  const { zipOfMyData } = await import('./my-data.ts');
  const bookings = [large, large, large].map(
    (client_notes) => ({ ...booking, client_notes, published_recommendations: null }) as never,
  );
  const began = performance.now();
  const healthz = new Promise((resolve) => setImmediate(() => void app.inject('/healthz').then(resolve)));
  zipOfMyData({ ...start, bookings, forms: [] });
  await healthz;
  expect(performance.now() - began).toBeGreaterThan(100);
});

it('sends the file piece by piece, and ends when the reader stops', async () => {
  const noise = randomBytes(1_500_000).toString('base64');
  const pages = () => pagesOf([JSON.stringify({ ops: [{ insert: `${noise}\n` }] })]);
  const whole = await zipInWorker({ ...start, secret }, pages());
  const pieces: Buffer[] = [];
  for await (const piece of whole.stream) pieces.push(piece as Buffer);
  expect(pieces.length).toBeGreaterThan(4);
  const file = Buffer.concat(pieces);
  expect(file).toHaveLength(whole.bytes);
  expect(Object.keys(unzipSync(new Uint8Array(file)))).toContain('notes/2026-03-01 yin.md');

  const left = await zipInWorker({ ...start, secret }, pages());
  left.stream.read(1);
  left.stream.destroy();
  await once(left.stream, 'close');
});
