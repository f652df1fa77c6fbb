import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where this machine may have a program of one of these names; not what packages of ours put on the path. */
export function placesOnPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first of these that really runs: some systems have a stand-in that only says how to install the real one. */
export function firstThatRuns(paths: readonly string[]): string | undefined {
  return paths.find(
    (path) =>
      existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0,
  );
}

/** Runs a program for everybody to see; true if it went well. */
export function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

/** Tries to install a Debian package. The caller looks for the program to see whether it worked. */
export function installByApt(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const words = ['install', '-y', '--no-install-recommends', name];
  if (run('apt-get', ...words)) return;
  run('apt-get', 'update');
  run('apt-get', ...words);
}
