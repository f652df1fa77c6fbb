import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '#scripts/lib/running-app.ts';
import { ask, until } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';

/** A proxy that spreads requests over processes. It learns of them later, because they need its address first. */
type Front = {
  origin: string;
  kind: 'nginx' | 'a proxy of our own';
  use(ports: readonly number[]): Promise<void>;
};

const START_LIMIT_MS = 30_000;

type FrontOptions = {
  /** The control of the limits: the connections that nginx allows by itself, 512. */
  fewConnections?: boolean;
  /** With deploy/nginx-cache.conf, which is for nginx alone. */
  keepsPages?: boolean;
};

/** nginx where it is installed, else a small proxy that does the same. Gone when the test or the file is done. */
export async function openFront(options: FrontOptions = {}): Promise<Front> {
  const [port] = await freePorts(1);
  return hasNginx() ? nginx(port!, options) : ownProxy(port!);
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const TEMPORARY = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** What an operator runs under Compose: only where it listens, writes and passes on is the test's own. */
function settingsOf(
  folder: string,
  port: number,
  ports: readonly number[],
  { fewConnections, keepsPages }: FrontOptions,
): string {
  const replaced = (text: string, found: RegExp, by: string) => {
    if (!found.test(text)) throw new Error(`The settings of deploy/ have no ${found.source}`);
    return text.replace(found, by);
  };
  const temporary = TEMPORARY.map((name) => {
    const directive = name === 'body' ? 'client_body_temp_path' : `${name}_temp_path`;
    return `  ${directive} ${folder}/${name};\n`;
  }).join('');
  let text = readFileSync(join(DEPLOY, 'nginx-compose.conf'), 'utf8');
  text = replaced(text, /worker_processes auto;/, 'worker_processes 1;');
  text = replaced(text, /http \{\n/, `http {\n${temporary}`);
  text = replaced(text, /access_log [^;]*;/, 'access_log off;');
  text = replaced(
    text,
    /( +server app-\d.*\n)+/,
    `${ports.map((one) => `    server 127.0.0.1:${one} max_fails=0;`).join('\n')}\n`,
  );
  text = replaced(text, /listen 8080;/, `listen 127.0.0.1:${port};\n    keepalive_requests 1000000;`);
  for (const name of ['limits', 'proxy'])
    text = replaced(text, new RegExp(`/etc/nginx/sattva-${name}.conf`), join(DEPLOY, `nginx-${name}.conf`));
  if (keepsPages) {
    const cache = readFileSync(join(DEPLOY, 'nginx-cache.conf'), 'utf8');
    const own = replaced(cache, /\/var\/cache\/nginx\/sattva/, `${folder}/cache`);
    text = replaced(text, /http \{\n/, `http {\n${own}`);
  }
  if (fewConnections) text = replaced(text, /events \{[^}]*\}/, 'events {}');
  return [
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    'daemon off;',
    text,
  ].join('\n');
}

function nginx(port: number, options: FrontOptions): Front {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    kind: 'nginx',
    async use(ports) {
      const settings = join(folder, 'nginx.conf');
      for (const name of TEMPORARY) mkdirSync(join(folder, name));
      writeFileSync(settings, settingsOf(folder, port, ports, options));
      const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', settings], {
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      const stop = () => child.kill('SIGTERM');
      // A run that breaks off never comes to the hook below.
      process.once('exit', stop);
      atEnd(async () => {
        stop();
        await ended;
        process.removeListener('exit', stop);
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
      // As long as nginx keeps them: a connection that ends just as a slow client uses it again answers nothing.
      const server = http.createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
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
      atEnd(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      const { address } = server.address() as AddressInfo;
      if (!address) throw new Error('The proxy does not listen');
    },
  };
}
