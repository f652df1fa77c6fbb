import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { startApp } from './running-app.ts';

const root = join(import.meta.dirname, '..');

/** Runs Playwright against an app of its own (or the one of BASE_URL); returns its exit code. */
export async function runBrowserTests(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const chromium = await ensureChromium();
  const app = env.BASE_URL ? undefined : await startApp();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...env,
        CHROMIUM_PATH: chromium,
        ...(app
          ? {
              BASE_URL: app.baseUrl,
              SANDBOX_URL: app.sandboxUrl,
              APP_DATA_DIR: app.dataDir,
              APP_PID: String(app.child.pid),
            }
          : {}),
      },
    },
  );
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.once('SIGINT', pass).once('SIGTERM', pass);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (app) {
    if (app.child.exitCode !== null) console.log(`The app ended during the tests:\n${app.output()}`);
    await app.stop();
  }
  return code ?? 1;
}
