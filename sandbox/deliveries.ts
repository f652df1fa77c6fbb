import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Journal } from './journal.ts';
import { type Event, newId } from './objects.ts';
import type { Switches } from './switches.ts';

/** An event to be delivered to the site. */
type Delivery = { id: string; event: Event; attempts: number };

export type Deliveries = {
  send(event: Event): void;
  /** Attempts every pending delivery now, and resolves when each has been answered. */
  flush(): Promise<void>;
  /** Events that the site has not confirmed. */
  waiting(): number;
  close(): void;
};

/** Milliseconds until the next attempt; the last one repeats. */
const RETRY_MS = [1000, 3000, 5000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000];
const MAX_ATTEMPTS = 40;
const TIMEOUT_MS = 10_000;

/** Sends signed events until the site confirms each with a 2xx. Pending events survive a restart. */
export function createDeliveries(options: {
  journal: Journal;
  clock: () => Date;
  webhookUrl: string;
  secret: string;
  switches: Readonly<Switches>;
}): Deliveries {
  const { journal, switches } = options;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let held: Delivery[] = [];
  let closed = false;

  // Undelivered events of an earlier run. They wait, since the site itself is still starting.
  for (const delivery of journal.all<Delivery>('delivery')) later(delivery, RETRY_MS[0]!);

  function later(delivery: Delivery, ms: number): void {
    if (closed) return;
    clearTimeout(timers.get(delivery.id));
    const timer = setTimeout(() => {
      timers.delete(delivery.id);
      start(delivery);
    }, ms);
    timer.unref();
    timers.set(delivery.id, timer);
  }

  function start(delivery: Delivery): void {
    const run = attempt(delivery).finally(() => running.delete(run));
    running.add(run);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const lost = delivery.attempts < switches.webhook_drop;
    const done = !lost && (await post(delivery.event));
    if (closed) return;
    const attempts = delivery.attempts + 1;
    if (done || attempts >= MAX_ATTEMPTS) return journal.remove('delivery', delivery.id);
    const next = { ...delivery, attempts };
    journal.put('delivery', delivery.id, next);
    later(next, RETRY_MS[Math.min(attempts - 1, RETRY_MS.length - 1)]!);
  }

  function post(event: Event): Promise<boolean> {
    const body = JSON.stringify(event);
    const url = new URL(options.webhookUrl);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const request = send(url, {
        method: 'POST',
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'stripe-signature': sign(body, options.secret, options.clock()),
        },
      });
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(false));
      request.end(body);
    });
  }

  function enqueue(delivery: Delivery): void {
    journal.put('delivery', delivery.id, delivery);
    if (switches.webhook_reorder === 0) return later(delivery, switches.webhook_delay_ms);
    held.push(delivery);
    if (held.length >= switches.webhook_reorder) releaseHeld();
  }

  function releaseHeld(): void {
    const reversed = held.reverse();
    held = [];
    for (const [index, delivery] of reversed.entries()) later(delivery, switches.webhook_delay_ms + index);
  }

  return {
    send(event) {
      if (switches.webhook_off) return;
      const events = switches.webhook_second_id ? [event, { ...event, id: newId('evt') }] : [event];
      for (const each of events) {
        for (let copy = 0; copy < switches.webhook_copies; copy++) {
          enqueue({ id: newId('del'), event: each, attempts: 0 });
        }
      }
    },
    async flush() {
      releaseHeld();
      while (timers.size > 0 || running.size > 0) {
        const due = [...timers.keys()];
        for (const id of due) {
          clearTimeout(timers.get(id));
          timers.delete(id);
          const delivery = journal.get<Delivery>('delivery', id);
          if (delivery) start(delivery);
        }
        await Promise.all(running);
        // One attempt each; failed ones wait for their next time.
        if ([...timers.keys()].every((id) => due.includes(id))) return;
      }
    },
    waiting: () => journal.all('delivery').length,
    close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The signature header of an event: HMAC-SHA256 over time and body, in Stripe's format. */
export function sign(body: string, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
