import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The apps that tests start are built ones. `npm test` has built what is stale before; a single file has not. */
export default function buildWhatIsStale(): void {
  const prepare = join(import.meta.dirname, '../../scripts/prepare.mjs');
  const { status } = spawnSync(process.execPath, [prepare, 'start'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The app could not be built; the reason is above.');
}
