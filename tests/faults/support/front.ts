import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { freePorts } from '../../../scripts/running-app.ts';
import { ask, until } from './ask.ts';

/** A proxy that spreads requests over processes; they are told to it afterwards, as they need its address first. */
type Front = {
  origin: string;
  kind: 'nginx' | 'a proxy of our own';
  use(ports: readonly number[]): Promise<void>;
};

const START_LIMIT_MS = 30_000;

/** nginx where it is installed, else a small proxy that does the same. Gone when the file is done. */
export async function openFront(): Promise<Front> {
  const [port] = await freePorts(1);
  return spawnSync('nginx', ['-v']).status === 0 ? nginx(port!) : ownProxy(port!);
}

/** What an operator runs: only where it listens, and where it may write, is the test's own. */
const PROXY_SETTINGS = join(import.meta.dirname, '../../../deploy/nginx-proxy.conf');
const settingsOf = (folder: string, port: number, ports: readonly number[]) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  worker_processes 1;
  pid ${folder}/nginx.pid;
  error_log ${folder}/error.log;
  daemon off;
  events { worker_connections 8192; }
  http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    upstream app {
      ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n      ')}
    }
    server {
      listen 127.0.0.1:${port};
      keepalive_requests 1000000;
      include ${PROXY_SETTINGS};
    }
  }`;

function nginx(port: number): Front {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    kind: 'nginx',
    async use(ports) {
      const settings = join(folder, 'nginx.conf');
      for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
      writeFileSync(settings, settingsOf(folder, port, ports));
      const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', settings], {
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      afterAll(async () => {
        child.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      });
      const answers = async () => (await ask(origin, '/healthz')).status === 200;
      if (!(await until(answers, START_LIMIT_MS)))
        throw new Error(`nginx does not answer: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
    },
  };
}

function ownProxy(port: number): Front {
  return {
    origin: `http://127.0.0.1:${port}`,
    kind: 'a proxy of our own',
    async use(ports) {
      let turn = 0;
      const server = http.createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        const first = turn++;
        request.on('end', () => pass(Buffer.concat(chunks), 0));
        const pass = (body: Buffer, tried: number): void => {
          const sent = http.request(
            {
              host: '127.0.0.1',
              port: ports[(first + tried) % ports.length],
              agent: false,
              method: request.method,
              path: request.url,
              headers: { ...request.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
            },
            (answer) => {
              response.writeHead(answer.statusCode ?? 502, answer.headers);
              answer.pipe(response);
            },
          );
          sent.on('error', () => {
            if (!response.headersSent && tried + 1 < ports.length) return pass(body, tried + 1);
            if (!response.headersSent) response.writeHead(502);
            response.end();
          });
          sent.end(body);
        };
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      afterAll(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      const { address } = server.address() as AddressInfo;
      if (!address) throw new Error('The proxy does not listen');
    },
  };
}
