import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Objects by kind and id, kept in memory and in a file to which each change appends a line. */
export type Journal = {
  get<T>(kind: string, id: string): T | undefined;
  all<T>(kind: string): T[];
  put(kind: string, id: string, value: object): void;
  remove(kind: string, id: string): void;
  close(): void;
};

type Line = { k: string; i: string; v?: object };

const FILE = 'journal.jsonl';
/** The file is compacted when this many of its lines are outdated. */
const MAX_OUTDATED = 5000;

/**
 * Opens the journal of a folder. A change is written before the call returns, so that it survives the process. A last
 * line truncated by a kill is dropped.
 */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const kinds = new Map<string, Map<string, object>>();
  const kindOf = (kind: string) => {
    let things = kinds.get(kind);
    if (!things) kinds.set(kind, (things = new Map()));
    return things;
  };
  for (const line of readLines(path)) {
    if (line.v) kindOf(line.k).set(line.i, line.v);
    else kindOf(line.k).delete(line.i);
  }

  let outdated = 0;
  let file = rewrite();

  function rewrite(): number {
    const lines: string[] = [];
    for (const [k, things] of kinds) for (const [i, v] of things) lines.push(JSON.stringify({ k, i, v }));
    writeFileSync(`${path}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    outdated = 0;
    return openSync(path, 'a');
  }

  function write(line: Line): void {
    writeSync(file, `${JSON.stringify(line)}\n`);
    if (++outdated < MAX_OUTDATED) return;
    closeSync(file);
    file = rewrite();
  }

  return {
    get: <T>(kind: string, id: string) => kinds.get(kind)?.get(id) as T | undefined,
    all: <T>(kind: string) => [...(kinds.get(kind)?.values() ?? [])] as T[],
    put(kind, id, value) {
      kindOf(kind).set(id, value);
      write({ k: kind, i: id, v: value });
    },
    remove(kind, id) {
      if (kindOf(kind).delete(id)) write({ k: kind, i: id });
    },
    close: () => closeSync(file),
  };
}

/** Reads one object from the journal of a folder without writing. Another process may have it open. */
export function peekJournal<T>(folder: string, kind: string, id: string): T | undefined {
  const line = readLines(join(folder, FILE)).findLast(({ k, i }) => k === kind && i === id);
  return line?.v as T | undefined;
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines: Line[] = [];
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue;
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      // Truncated when the process was killed: its caller never got an answer either.
    }
  }
  return lines;
}
