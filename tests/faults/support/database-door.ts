import { once } from 'node:events';
import net from 'node:net';
import { afterAll } from 'vitest';

/** A proxy between app and database that can refuse, stall or reset connections. */
type DatabaseDoor = {
  /** The database, through the proxy. */
  url: string;
  /** Closes the port and all connections: ECONNREFUSED. */
  refuse(): Promise<void>;
  /** Accepts connections but passes no bytes, like a lost network. */
  stall(): Promise<void>;
  /** Every connection is reset, new ones too. */
  reset(): Promise<void>;
  /** Passes everything; stalled connections continue. */
  open(): Promise<void>;
  /** Leads to the database of another URL from now on; closes all connections. */
  lead(url: string): Promise<void>;
};

/** Opens a door before the database of this url: a socket in a folder, or an address. Shut when the file is done. */
export async function openDoor(url: string): Promise<DatabaseDoor> {
  const { far: first, through } = addresses(url);
  let far = first;
  let mode: 'open' | 'stalled' | 'resetting' = 'open';
  const pairs = new Set<[near: net.Socket, far: net.Socket]>();
  const flow = (pair: [net.Socket, net.Socket]) => {
    for (const socket of pair) {
      if (mode === 'stalled') socket.pause();
      else socket.resume();
    }
  };
  const server = net.createServer((near) => {
    near.on('error', () => undefined);
    if (mode === 'resetting') return void near.resetAndDestroy();
    const pair: [net.Socket, net.Socket] = [near, net.connect(far)];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [net.Socket, net.Socket]]) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
    flow(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const listen = async (wanted: boolean) => {
    if (server.listening === wanted) return;
    const done = once(server, wanted ? 'listening' : 'close');
    if (wanted) server.listen(port, '127.0.0.1');
    else server.close();
    await done;
  };
  const dropAll = () => {
    for (const [near, behind] of pairs) {
      near.resetAndDestroy();
      behind.destroy();
    }
  };
  afterAll(async () => {
    dropAll();
    await listen(false);
  });
  return {
    url: through(port),
    async refuse() {
      mode = 'open';
      const shut = listen(false);
      dropAll();
      await shut;
    },
    async stall() {
      mode = 'stalled';
      for (const pair of pairs) flow(pair);
    },
    async reset() {
      mode = 'resetting';
      dropAll();
    },
    async lead(other) {
      far = addresses(other).far;
      dropAll();
    },
    async open() {
      mode = 'open';
      for (const pair of pairs) flow(pair);
      await listen(true);
    },
  };
}

function addresses(url: string): { far: net.NetConnectOpts; through(port: number): string } {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const folder = query.get('host');
  if (folder?.startsWith('/')) {
    const [, user, name] = /^[a-z]+:\/\/([^@]*)@\/([^?]*)/.exec(url)!;
    return {
      far: { path: `${folder}/.s.PGSQL.5432` },
      through: (port) => `postgres://${user}@127.0.0.1:${port}/${name}`,
    };
  }
  const { hostname, port } = new URL(url);
  return {
    far: { host: hostname, port: Number(port || 5432) },
    through: (at) => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(at);
      return changed.href;
    },
  };
}
