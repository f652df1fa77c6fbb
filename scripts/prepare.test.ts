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
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const here = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'prepare-'));
afterAll(() => rmSync(project, { recursive: true }));

/** A project with the real run.sh and prepare.mjs, an installed pinned Node and commands that print what happens. */
beforeAll(() => {
  mkdirSync(join(project, 'scripts'));
  mkdirSync(join(project, 'node_modules/node/bin'), { recursive: true });
  for (const part of ['run.sh', 'prepare.mjs', 'prepare'])
    cpSync(join(here, 'scripts', part), join(project, 'scripts', part), { recursive: true });
  symlinkSync(process.execPath, join(project, 'node_modules/node/bin/node'));
  const lock = { packages: { '': {}, 'node_modules/node': { version: '24.0.0' } } };
  write('package-lock.json', JSON.stringify(lock));
  write('node_modules/.package-lock.json', JSON.stringify(lock));
  const commands = ['build', 'check', 'say', 'start', 'track2', 'wait'].map((name) => [
    name,
    `exec sh scripts/run.sh ${name}`,
  ]);
  write('package.json', JSON.stringify({ type: 'module', scripts: Object.fromEntries(commands) }));
  write('scripts/track2.ts', `console.log('ran with a digit in its name');`);
  write('scripts/part.ts', '');
  write('scripts/say.ts', `console.log(process.argv.slice(2).join('+')); process.exitCode = 7;`);
  write(
    'scripts/wait.ts',
    `process.on('SIGTERM', () => { console.log('stopping'); process.exit(3); }); setInterval(() => {}, 1000); console.log('waiting');`,
  );
  write(
    'scripts/build.ts',
    `import fs from 'node:fs'; fs.mkdirSync('build', { recursive: true }); console.log('built', process.argv[2]);`,
  );
  write('scripts/start.ts', `console.log('started');`);
  for (const folder of ['web', 'server', 'domain'])
    mkdirSync(join(project, 'src', folder), { recursive: true });
  write('src/web/root.tsx', 'one');
  write('src/server/main.ts', 'one');
});

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

/** The pinned Node, and the machine's own, which runs "npm start". */
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
  return spawnSync('sh', [runner, ...args], { encoding: 'utf8', cwd: '/', env: withNode(node) });
}

/** What npm runs; the node of the path only prepares. */
const runner = join(project, 'scripts/run.sh');
function withNode(node: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
}

describe('prepare', () => {
  it.each(nodes)('with %s runs the command with its arguments and keeps its exit code', (node) => {
    const { stdout, stderr, status } = prepareWith(node, 'say', 'a', 'b c');
    expect({ stdout, stderr, status }).toEqual({ stdout: 'a+b c\n', stderr: '', status: 7 });
  });

  it('runs a command in a read-only folder, as in an image', () => {
    const mark = join(project, 'node_modules/.prepared.json');
    rmSync(mark, { force: true });
    // Simulates a folder of another user, because root can write everywhere.
    mkdirSync(mark);
    expect(prepare('say', 'a')).toMatchObject({ stdout: 'a\n', stderr: '', status: 7 });
    rmSync(mark, { recursive: true });
  });

  it.each(['sing', 'part', '../say', 'constructor'])(
    'lists the known commands when the command is unknown: %s',
    (name) => {
      const { stderr, status } = prepare(name);
      expect(stderr).toContain(
        `There is no command "${name}". Known: build, check, say, start, track2, wait.`,
      );
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
    const prepared = Object.values(scripts).flatMap((words) => words.match(/(?<=run\.sh ).+/)?.[0] ?? []);
    expect(prepared).toContain('e2e');
    // An older Node runs prepare.mjs, which reads the names by this pattern.
    expect(prepared.filter((name) => !/^\S+$/.test(name))).toEqual([]);
    expect(prepared.filter((name) => !existsSync(join(here, 'scripts', `${name}.ts`)))).toEqual([]);
  });

  it.each(nodes)('with %s passes SIGTERM to the command', async (node) => {
    const child = spawn('sh', [runner, 'wait'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: withNode(node),
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect([said, code]).toEqual(['waiting\nstopping\n', 3]);
  });

  it.runIf(process.platform === 'linux')('leaves no process of its own beside the command', async () => {
    const child = spawn('sh', [runner, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    // The launcher has become the command.
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toMatch(/scripts\/wait\.ts\0$/);
    expect(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).toBe('');
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  it.runIf(process.platform === 'linux').each(nodes)(
    'with %s stops when the shell that runs it is killed',
    async (node) => {
      const shell = spawn('/bin/sh', ['-c', `sh "${runner}" wait; true`], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...withNode(node), npm_lifecycle_event: 'wait' },
      });
      let said = '';
      shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await once(shell.stdout, 'data');
      shell.kill('SIGKILL');
      await once(shell.stdout, 'close'); // held open by the command until it has left
      expect(said).toBe('waiting\nstopping\n');
    },
  );

  it('builds only when the content of an input has changed', () => {
    expect(prepare('start').stdout).toBe('built pages\nbuilt server\nstarted\n');
    expect(prepare('start').stdout).toBe('started\n');
    write('src/web/root.tsx', 'one'); // touched, not changed
    write('src/server/main.ts', 'one');
    expect(prepare('start').stdout).toBe('started\n');
    write('src/web/root.test.tsx', 'no part of the build');
    write('src/server/main.test.ts', 'no part of the build');
    expect(prepare('start').stdout).toBe('started\n');
  });

  it.each([
    ['src/web/root.tsx', 'built pages\nstarted\n'],
    ['src/server/main.ts', 'built server\nstarted\n'],
    ['src/domain/money.ts', 'built pages\nbuilt server\nstarted\n'],
  ])('builds what a change of %s concerns', (path, said) => {
    write(path, 'two');
    expect(prepare('start').stdout).toBe(said);
    expect(prepare('start').stdout).toBe('started\n');
  });

  it('builds on request, and not again at the next start', () => {
    write('src/web/root.tsx', 'three');
    expect(prepare('build').stdout).toBe('built pages\nbuilt server\n');
    expect(prepare('start').stdout).toBe('started\n');
    expect(prepare('build').stdout).toBe('built pages\nbuilt server\n');
  });

  it.each([
    ['src/web/root.tsx', 'The web pages are', 'pages'],
    ['src/server/main.ts', 'The server is', 'server'],
  ])('says to a user without write access who has to build: %s', (path, what, name) => {
    chmodSync(project, 0o755);
    chmodSync(join(project, 'build'), 0o555);
    write(path, 'four');
    // Root can write everywhere, so this runs as the user "nobody", who may run the Node of the machine.
    const isRoot = process.getuid?.() === 0;
    const node = machineNode ?? process.execPath;
    const pinned = join(project, 'node_modules/node/bin/node');
    rmSync(pinned);
    symlinkSync(node, pinned);
    const done = spawnSync('sh', [runner, 'start'], {
      encoding: 'utf8',
      cwd: '/',
      env: withNode(node),
      ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
    });
    chmodSync(join(project, 'build'), 0o755);
    rmSync(pinned);
    symlinkSync(process.execPath, pinned);
    expect(done.stderr).toContain(`${what} not built yet, or older than the sources, and this user may not`);
    expect(done.stderr).toMatch(/\nRun as its owner: npm run build\n$/);
    expect(done.status).toBe(1);
    expect(prepare('start').stdout).toBe(`built ${name}\nstarted\n`);
  });

  describe('while another start builds in the same folder', () => {
    // Prints when it begins and waits for the file `go`; a second build in the folder would find `half`. The server takes
    // no time.
    const patient = `
      import fs from 'node:fs';
      if (process.argv[2] === 'server') process.exit();
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
    const starting = ['sh', runner, 'start'];
    const firstOutput = (stream: Readable) => once(stream, 'data');

    it('waits for it and does not build again', async () => {
      const first = begin(starting);
      await firstOutput(first.child.stdout);
      const second = begin(starting);
      await firstOutput(second.child.stdout);
      write('go', '');
      await Promise.all([once(first.child, 'close'), once(second.child, 'close')]);
      expect(first.said).toEqual({ out: 'building\nbuilt\nstarted\n', err: '' });
      expect(second.said).toEqual({
        out: expect.stringMatching(
          /^Process \d+ is installing or building in this folder: waiting for it…\nstarted\n$/,
        ),
        err: '',
      });
      expect(readdirSync(project).filter((name) => name.startsWith('.preparing'))).toEqual([]);
    });

    it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'ends together with its build on %s',
      async (signal) => {
        const { child, said } = begin(starting);
        await firstOutput(child.stdout);
        child.kill(signal);
        await once(child, 'close'); // its build had the same output, and has left
        expect(said).toEqual({ out: 'building\n', err: '' });
        expect(child.exitCode).toBeGreaterThan(128);
      },
    );

    it.runIf(process.platform === 'linux')(
      'takes over from a start that was killed with its build',
      async () => {
        const first = begin(starting);
        await firstOutput(first.child.stdout);
        const { pid } = JSON.parse(readFileSync(join(project, '.preparing'), 'utf8')) as { pid: number };
        process.kill(pid, 'SIGKILL');
        await once(first.child, 'close'); // its build had the same output, and has left
        rmSync(join(project, 'build'), { recursive: true, force: true });
        write('go', '');
        expect(prepare('start')).toMatchObject({ stdout: 'building\nbuilt\nstarted\n', stderr: '' });
      },
    );

    it.runIf(process.platform === 'linux')(
      'does not start the command when npm was killed during the build',
      async () => {
        const env = { ...process.env, npm_lifecycle_event: 'start' };
        const { child, said } = begin(['/bin/sh', '-c', `"${starting.join('" "')}"; true`], env);
        await firstOutput(child.stdout);
        child.kill('SIGKILL');
        await once(child, 'exit');
        write('go', '');
        await once(child, 'close');
        expect(said).toEqual({
          out: 'building\nbuilt\n',
          err: 'npm was stopped, so the command was not started.\n',
        });
      },
    );

    it('starts although the caller of npm has exited, also where the shell execs the command', async () => {
      // Simulates npm as the direct parent; the shell that called it waits to be killed.
      write(
        'npm.cjs',
        `require('node:child_process').spawnSync(process.argv[2], process.argv.slice(3), { stdio: 'inherit' })`,
      );
      const npm = [process.execPath, join(project, 'npm.cjs'), ...starting];
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      const { child, said } = begin(['/bin/sh', '-c', `"${npm.join('" "')}" & wait`], env);
      await firstOutput(child.stdout);
      child.kill('SIGKILL');
      await once(child, 'exit');
      write('go', '');
      await once(child, 'close');
      expect(said).toEqual({ out: 'building\nbuilt\nstarted\n', err: '' });
    });
  });

  it.each([
    ['the build itself is killed', `process.kill(process.pid, 'SIGKILL');`],
    ['the bundler below it is killed', `process.exit(137);`],
  ])('distinguishes a killed build from a failed one: %s', (_name, build) => {
    write('scripts/build.ts', build);
    write('src/web/root.tsx', build);
    const { status, stderr } = prepare('start');
    expect(stderr).toMatch(
      /^The build of the web pages was killed\. Most likely the memory ran out: .* \d+ MB/,
    );
    expect(status).toBe(1);
    write('scripts/build.ts', `console.error('an error of the bundler'); process.exit(2);`);
    expect(prepare('start')).toMatchObject({ status: 2, stderr: 'an error of the bundler\n' });
  });

  describe('when packages are missing', () => {
    // Simulates npm: installs what the lock file names, records its arguments, and fails as FAULT says.
    const fakeNpm = `
      const fs = require('node:fs');
      const [verb, ...args] = process.argv.slice(2);
      const logs = args.find((word) => word.startsWith('--logs-dir='))?.slice(11);
      const words = args.filter((word) => !/^--(logs-dir|loglevel|silent|no-fund|no-audit)/.test(word));
      fs.appendFileSync('npm-calls', [verb, ...words].join(' ') + '\\n');
      const [failing, how, ...said] = (process.env.FAULT ?? '').split(' ');
      if (failing === verb) {
        if (said.length > 0) fs.writeFileSync(logs + '/debug-0.log', said.join(' ') + '\\n');
        if (how.startsWith('SIG')) process.kill(process.pid, how);
        process.exit(Number(how));
      }
      const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
      if (verb === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
      if (verb === 'ci' || verb === 'install') {
        const taken = Object.entries(packages).filter(([, entry]) => !entry.dev || words.includes('--include=dev'));
        fs.mkdirSync('node_modules', { recursive: true });
        fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(taken) }));
      }
      if (verb === 'rebuild') {
        fs.mkdirSync('node_modules/node/bin', { recursive: true });
        fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
      }`;
    const packages = (node: string) => ({
      packages: {
        '': {},
        'node_modules/node': { version: node },
        'node_modules/vitest': { version: '5.0.0', dev: true },
      },
    });
    const install = (command: string, fault = '') => {
      write('npm-calls', '');
      const done = spawnSync('sh', [runner, command], {
        encoding: 'utf8',
        env: { ...process.env, npm_execpath: join(project, 'npm-cli.cjs'), FAULT: fault },
      });
      const calls = readFileSync(join(project, 'npm-calls'), 'utf8').trim().split('\n');
      return { ...done, calls: calls.filter((line) => line !== '') };
    };

    beforeAll(() => {
      write('npm-cli.cjs', fakeNpm);
      write('scripts/check.ts', `console.log('checked');`);
    });
    beforeEach(() => {
      write('package-lock.json', JSON.stringify(packages('24.0.1')));
      rmSync(join(project, 'node_modules'), { recursive: true, force: true });
    });

    const omitted = '--omit=dev --include=optional --ignore-scripts';
    const pruned = 'prune --omit=dev --no-save --ignore-scripts --offline';

    it('installs only what a start needs, once', () => {
      expect(install('say')).toMatchObject({ status: 7, calls: [`ci ${omitted}`, 'rebuild', pruned] });
      expect(install('say')).toMatchObject({ status: 7, stderr: '', calls: [] });
    });

    it('adds the packages for tests when a command needs them, and keeps them', () => {
      install('say');
      expect(install('check')).toMatchObject({
        stdout: expect.stringMatching(/^Installing the packages, with those that test.*\nchecked\n$/),
        calls: ['install --no-save --include=dev --include=optional --ignore-scripts'],
      });
      expect(install('check').calls).toEqual([]);
      expect(install('say').calls).toEqual([]);
      // After an update too.
      write('package-lock.json', JSON.stringify(packages('24.0.2')));
      expect(install('say').calls[0]).toBe('ci --include=dev --include=optional --ignore-scripts');
    });

    it('installs all packages in one go where nothing is installed yet', () => {
      expect(install('check').calls[0]).toBe('ci --include=dev --include=optional --ignore-scripts');
      expect(install('say').calls).toEqual([]);
    });

    it('accepts packages that "npm ci" has installed', () => {
      install('check');
      rmSync(join(project, 'node_modules/.prepared.json'));
      expect(install('say').calls).toEqual([]);
      expect(install('check').calls).toEqual([]);
    });

    it('runs the install scripts that a killed install left out', () => {
      expect(install('say', 'rebuild SIGKILL').status).toBe(1);
      expect(install('say')).toMatchObject({ status: 7, calls: ['rebuild', pruned] });
    });

    it('starts although the headers could not be removed', () => {
      expect(install('say', 'prune 1')).toMatchObject({ status: 7, stderr: '' });
    });

    it('says what to run when install scripts are disabled', () => {
      const { stderr, status } = install('say', 'rebuild 0');
      expect(stderr).toContain('Run: npm rebuild node');
      expect(status).toBe(1);
    });

    const memory =
      /^The install of the packages was killed\. Most likely the memory ran out: .* need \d+ MB\.\nGive .* memory.*again\.\n$/;
    it.each([
      ['the system killed npm', 'ci SIGKILL', memory],
      ['V8 gave up', 'ci SIGABRT', memory],
      ['a shell reports it', 'ci 137', memory],
      ['an install script was killed', 'rebuild 1 12 error Killed', memory],
      ['npm reports ENOMEM', 'ci 1 8 verbose code ENOMEM', memory],
      [
        'the registry is unreachable',
        'ci 1 9 error code ECONNREFUSED',
        /registry \(ECONNREFUSED\).*npm config get registry/s,
      ],
      ['there is no name server', 'ci 1 9 error code EAI_AGAIN', /registry \(EAI_AGAIN\)/],
      [
        'an install script found no registry',
        'rebuild 1 9 error npm error code ENOTFOUND',
        /registry \(ENOTFOUND\)/,
      ],
      ['the disk is full', 'ci 1 9 error code ENOSPC', /^The disk is full \(ENOSPC\)/],
      [
        'the reason is another one',
        'ci 1 9 error code EUSAGE',
        /npm could not install them: its own words are above/,
      ],
      [
        'only a package has such a name',
        'ci 1 3 silly fetch Killed ENOMEM ECONNREFUSED',
        /its own words are above/,
      ],
    ])('says what to do: %s', (_name, fault, words) => {
      const { status, stderr } = install('say', fault);
      expect(stderr).toMatch(words);
      expect(status).toBe(1);
    });
  });
});
