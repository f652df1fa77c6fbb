import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extraDatabase } from '#tests/support/extra-database.ts';
import { selfSignedCertificate } from '#tests/support/self-signed-certificate.ts';
import { ensureTestBrowser, memoryFolder } from './chromium.ts';
import { startApp } from './running-app.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Runs Playwright against an app of its own (or the one of BASE_URL); returns its exit code. The app's database is a
 * fresh one: on the server of TEST_DATABASE_URL if that is set, never the practice's own DATABASE_URL.
 */
export async function runBrowserTests(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const browser = await ensureTestBrowser();
  const server = env.BASE_URL ? undefined : env.TEST_DATABASE_URL;
  const database = server ? await extraDatabase(server, `browser_${process.pid}`) : undefined;
  // For a calendar on this machine, which the app reads by https only.
  const certificate = selfSignedCertificate(new Date());
  const trusted = join(memoryFolder(), `sattva-certificate-${process.pid}.pem`);
  writeFileSync(trusted, certificate.cert);
  const app = env.BASE_URL
    ? undefined
    : await startApp({
        parentFolder: memoryFolder(),
        env: {
          NODE_EXTRA_CA_CERTS: trusted,
          CALENDAR_ALLOW_HOSTS: 'localhost',
          ...(database ? { DATABASE_URL: database.url } : {}),
        },
      });
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...env,
        CHROMIUM_PATH: browser,
        CALENDAR_CERTIFICATE: JSON.stringify(certificate),
        ...(app
          ? {
              BASE_URL: app.baseUrl,
              SANDBOX_URL: app.sandboxUrl,
              APP_DATA_DIR: app.dataDir,
              ...(database ? { APP_DATABASE_URL: database.url } : {}),
              APP_PID: String(app.child.pid),
            }
          : {}),
      },
    },
  );
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  // Ctrl-C comes twice, from the terminal and from npm; the second one must not end us before the app is stopped.
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (app) {
    if (app.child.exitCode !== null) console.log(`The app ended during the tests:\n${app.output()}`);
    await app.stop();
  }
  await database?.drop();
  rmSync(trusted, { force: true });
  return code ?? 1;
}
