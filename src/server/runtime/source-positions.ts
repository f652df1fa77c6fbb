import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** Where the built server is when this is part of it (vite.server.config.ts). The sources have no .js files. */
const FOLDER = new URL('.', import.meta.url).href;
const POSITION = new RegExp(`(${FOLDER.replaceAll(/\W/g, String.raw`\$&`)}[\\w.-]+\\.js):(\\d+):(\\d+)`, 'g');
const maps = new Map<string, SourceMap | null>();

/**
 * Replaces positions in the built server by those in its sources. It reads a source map when an error names a position in
 * it. Node's own support reads all of them at start, which takes 70 ms and 35 MB, as the Stripe client reads a stack with
 * each request.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(POSITION, (built, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return built;
    return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) maps.set(file, (map = readMap(file)));
  return map;
}

/** Null where there is no whole map, as while another version is built here: no reason to lose the error itself. */
function readMap(file: string): SourceMap | null {
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return null;
  }
}
