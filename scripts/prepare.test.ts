import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const here = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'prepare-'));
afterAll(() => rmSync(project, { recursive: true }));

/** A project with the real prepare.mjs, an installed pinned Node and commands that tell what happens. */
beforeAll(() => {
  mkdirSync(join(project, 'scripts'));
  mkdirSync(join(project, 'node_modules/node/bin'), { recursive: true });
  for (const part of ['prepare.mjs', 'prepare'])
    cpSync(join(here, 'scripts', part), join(project, 'scripts', part), { recursive: true });
  symlinkSync(process.execPath, join(project, 'node_modules/node/bin/node'));
  const lock = { packages: { '': {}, 'node_modules/node': { version: '24.0.0' } } };
  write('package-lock.json', JSON.stringify(lock));
  write('node_modules/.package-lock.json', JSON.stringify(lock));
  const commands = ['build', 'say', 'start', 'track2', 'wait'].map((name) => [
    name,
    `node scripts/prepare.mjs ${name}`,
  ]);
  write('package.json', JSON.stringify({ type: 'module', scripts: Object.fromEntries(commands) }));
  write('scripts/track2.ts', `console.log('ran with a digit in its name');`);
  write('scripts/part.ts', '');
  write('scripts/say.ts', `console.log(process.argv.slice(2).join('+')); process.exitCode = 7;`);
  write(
    'scripts/wait.ts',
    `process.on('SIGTERM', () => { console.log('told'); process.exit(3); }); setInterval(() => {}, 1000); console.log('waiting');`,
  );
  write(
    'scripts/build.ts',
    `import fs from 'node:fs'; fs.mkdirSync('build', { recursive: true }); console.log('built');`,
  );
  write('scripts/start.ts', `console.log('started');`);
  mkdirSync(join(project, 'src/web'), { recursive: true });
  write('src/web/root.tsx', 'one');
});

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

/** The pinned Node, and the machine's own: what people type "npm start" with. */
const machineNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path));
const nodes = [...new Set([process.execPath, machineNode ?? process.execPath])];

function prepare(...args: string[]) {
  return prepareWith(process.execPath, ...args);
}

function prepareWith(node: string, ...args: string[]) {
  const words = [join(project, 'scripts/prepare.mjs'), ...args];
  return spawnSync(node, words, { encoding: 'utf8', cwd: '/' });
}

describe('prepare', () => {
  it.each(nodes)('with %s runs the command with its arguments and keeps its exit code', (node) => {
    const { stdout, stderr, status } = prepareWith(node, 'say', 'a', 'b c');
    expect({ stdout, stderr, status }).toEqual({ stdout: 'a+b c\n', stderr: '', status: 7 });
  });

  it('runs it where nothing may be written, as in an image', () => {
    const mark = join(project, 'node_modules/.prepared.json');
    rmSync(mark, { force: true });
    // Stands for a folder of another user: root, who may run the tests, writes everywhere.
    mkdirSync(mark);
    expect(prepare('say', 'a')).toMatchObject({ stdout: 'a\n', stderr: '', status: 7 });
    rmSync(mark, { recursive: true });
  });

  it.each(['sing', 'part', '../say', 'constructor'])(
    'names the known commands when asked for another: %s',
    (name) => {
      const { stderr, status } = prepare(name);
      expect(stderr).toContain(`There is no command "${name}". Known: build, say, start, track2, wait.`);
      expect(status).toBe(1);
    },
  );

  it('runs a command whose name has a digit', () => {
    expect(prepare('track2')).toMatchObject({
      stdout: 'ran with a digit in its name\n',
      status: 0,
    });
  });

  it('finds every command of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const prepared = Object.values(scripts).flatMap(
      (words) => words.match(/(?<=prepare\.mjs ).+/)?.[0] ?? [],
    );
    expect(prepared).toContain('e2e');
    // An older Node runs prepare.mjs, which reads the names by this pattern.
    expect(prepared.filter((name) => !/^\S+$/.test(name))).toEqual([]);
    expect(prepared.filter((name) => !existsSync(join(here, 'scripts', `${name}.ts`)))).toEqual([]);
  });

  it.each(nodes)('with %s passes the signal to stop on', async (node) => {
    const child = spawn(node, [join(project, 'scripts/prepare.mjs'), 'wait'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect([said, code]).toEqual(['waiting\ntold\n', 3]);
  });

  it.runIf(process.platform === 'linux').each(nodes)(
    'with %s stops when the shell around it is killed',
    async (node) => {
      const script = join(project, 'scripts/prepare.mjs');
      const shell = spawn('/bin/sh', ['-c', `"${node}" "${script}" wait; true`], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'wait' },
      });
      let said = '';
      shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await once(shell.stdout, 'data');
      shell.kill('SIGKILL');
      await once(shell.stdout, 'close'); // held open by the command until it has left
      expect(said).toBe('waiting\ntold\n');
    },
  );

  it('builds only when an input has changed in content', () => {
    expect(prepare('start').stdout).toBe('built\nstarted\n');
    expect(prepare('start').stdout).toBe('started\n');
    write('src/web/root.tsx', 'one'); // touched, not changed
    expect(prepare('start').stdout).toBe('started\n');
    write('src/web/root.test.tsx', 'no part of the build');
    expect(prepare('start').stdout).toBe('started\n');
    write('src/web/root.tsx', 'two');
    expect(prepare('start').stdout).toBe('built\nstarted\n');
  });

  it('builds when asked to, and not a second time at the next start', () => {
    write('src/web/root.tsx', 'three');
    expect(prepare('build').stdout).toBe('built\n');
    expect(prepare('start').stdout).toBe('started\n');
    expect(prepare('build').stdout).toBe('built\n');
  });

  it('tells a user who may not write there who has to build', () => {
    chmodSync(project, 0o755);
    chmodSync(join(project, 'build'), 0o555);
    write('src/web/root.tsx', 'four');
    // Root writes everywhere, and so becomes nobody; the machine's own Node is the one that nobody may run.
    const isRoot = process.getuid?.() === 0;
    const node = machineNode ?? process.execPath;
    const words = [join(project, 'scripts/prepare.mjs'), 'start'];
    const pinned = join(project, 'node_modules/node/bin/node');
    rmSync(pinned);
    symlinkSync(node, pinned);
    const done = spawnSync(node, words, {
      encoding: 'utf8',
      cwd: '/',
      ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
    });
    chmodSync(join(project, 'build'), 0o755);
    rmSync(pinned);
    symlinkSync(process.execPath, pinned);
    expect(done.stderr).toMatch(/^The web pages are not built yet.*\nRun as its owner: npm run build\n$/);
    expect(done.status).toBe(1);
    expect(prepare('start').stdout).toBe('built\nstarted\n');
  });

  describe('while another start builds in the same folder', () => {
    // Says when it begins, and goes on when it may; a second one in the folder would not find it empty.
    const patient = `
      import fs from 'node:fs';
      console.log('building');
      fs.mkdirSync('build', { recursive: true });
      if (fs.existsSync('build/half')) console.log('two at once');
      fs.writeFileSync('build/half', '');
      const look = setInterval(() => {
        if (!fs.existsSync('go')) return;
        clearInterval(look);
        fs.rmSync('build/half');
        console.log('built');
      }, 5);`;

    beforeAll(() => {
      write('scripts/build.ts', patient);
    });
    beforeEach(() => {
      rmSync(join(project, 'go'), { force: true });
      rmSync(join(project, 'build'), { recursive: true, force: true });
    });

    function begin(words: string[], env: NodeJS.ProcessEnv = process.env) {
      const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], env });
      const said = { out: '', err: '' };
      child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
      return { child, said };
    }
    const starting = [process.execPath, join(project, 'scripts/prepare.mjs'), 'start'];
    const told = (stream: Readable) => once(stream, 'data');

    it('waits for it, and builds nothing a second time', async () => {
      const first = begin(starting);
      await told(first.child.stdout);
      const second = begin(starting);
      await told(second.child.stdout);
      write('go', '');
      await Promise.all([once(first.child, 'close'), once(second.child, 'close')]);
      expect(first.said).toEqual({ out: 'building\nbuilt\nstarted\n', err: '' });
      const waiting = `Process ${first.child.pid} is installing or building in this folder: waiting for it…\n`;
      expect(second.said).toEqual({ out: `${waiting}started\n`, err: '' });
      expect(readdirSync(project).filter((name) => name.startsWith('.preparing'))).toEqual([]);
    });

    it.runIf(process.platform === 'linux')(
      'takes over from one that was killed, with its build',
      async () => {
        const first = begin(starting);
        await told(first.child.stdout);
        first.child.kill('SIGKILL');
        await once(first.child, 'close'); // its build had the same output, and has left
        rmSync(join(project, 'build'), { recursive: true, force: true });
        write('go', '');
        expect(prepare('start')).toMatchObject({ stdout: 'building\nbuilt\nstarted\n', stderr: '' });
      },
    );

    it.runIf(process.platform === 'linux')('starts nothing when npm was killed meanwhile', async () => {
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      const { child, said } = begin(['/bin/sh', '-c', `"${starting.join('" "')}"; true`], env);
      await told(child.stdout);
      child.kill('SIGKILL');
      await once(child, 'exit');
      write('go', '');
      await once(child, 'close');
      expect(said).toEqual({ out: 'building\nbuilt\n', err: 'npm was stopped meanwhile: not started.\n' });
    });

    it('starts though whoever called npm has left, also where the shell gives its place to the command', async () => {
      // No shell, and above us, as npm is then; whoever called it waits to be killed.
      write(
        'npm.cjs',
        `require('node:child_process').spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' })`,
      );
      const npm = [process.execPath, join(project, 'npm.cjs'), ...starting.slice(1)];
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      const { child, said } = begin(['/bin/sh', '-c', `"${npm.join('" "')}" & wait`], env);
      await told(child.stdout);
      child.kill('SIGKILL');
      await once(child, 'exit');
      write('go', '');
      await once(child, 'close');
      expect(said).toEqual({ out: 'building\nbuilt\nstarted\n', err: '' });
    });
  });

  it('says what is missing when npm cannot install', () => {
    const lock = { packages: { '': {}, 'node_modules/node': { version: '24.0.1' } } };
    write('package-lock.json', JSON.stringify(lock));
    write('npm-cli.cjs', `console.error('npm error code ECONNREFUSED'); process.exit(1);`);
    const done = spawnSync(process.execPath, [join(project, 'scripts/prepare.mjs'), 'say'], {
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(project, 'npm-cli.cjs') },
    });
    expect(done.stderr).toMatch(/ECONNREFUSED\nThe packages of this version are not installed, .* registry/s);
    expect(done).toMatchObject({ status: 1, stdout: expect.stringMatching(/^Installing the packages/) });
    write('package-lock.json', readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  });

  it('says what to run when install scripts were skipped', () => {
    rmSync(join(project, 'node_modules/node'), { recursive: true });
    const { stderr, status } = prepare('say');
    expect(stderr).toContain('Run: npm rebuild node');
    expect(status).toBe(1);
  });
});
