import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Zip, ZipDeflate, ZipPassThrough, unzipSync } from 'fflate';

/** A zip that is written as it grows, and takes its name only when it is whole. */
export interface ArchiveWriter {
  /** Adds an entry; `compress: false` for what is compressed already. */
  add(
    name: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    compress?: boolean,
  ): Promise<void>;
  finish(): void;
  discard(): void;
}

/** What `openArchive` can read at once: nothing is written that could not be read again. */
const MOST_BYTES = 2 ** 31 - 1;

/**
 * Readable by its owner only: a backup opens everything.
 * @throws Error from its functions, if it grows beyond `mostBytes`
 */
export function createArchive(file: string, mostBytes = MOST_BYTES): ArchiveWriter {
  const draft = `${file}.part`;
  // A file that is there may belong to another user, or be a link to somewhere else: never write into it.
  rmSync(draft, { force: true });
  const output = openSync(draft, 'wx', 0o600);
  let failure: Error | undefined;
  let size = 0;
  const zip = new Zip((error, chunk) => {
    size += chunk?.length ?? 0;
    if (error) failure = error;
    else if (size > mostBytes) failure = new Error('More than 2 GiB: use the own backups of your server.');
    else writeFileSync(output, chunk); // all of it, which one write need not
  });
  const check = (): void => {
    if (failure) throw failure;
  };
  return {
    async add(name, chunks, compress = true) {
      const entry = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      zip.add(entry);
      for await (const chunk of chunks) {
        entry.push(chunk);
        check();
      }
      entry.push(new Uint8Array(), true);
      check();
    },
    finish() {
      zip.end();
      check();
      fsyncSync(output);
      closeSync(output);
      renameSync(draft, file);
    },
    discard() {
      closeSync(output);
      rmSync(draft, { force: true });
    },
  };
}

export interface ArchiveReader {
  readonly names: readonly string[];
  read(name: string): Buffer;
}

/** @throws Error if the file is no zip or was cut off */
export function openArchive(file: string): ArchiveReader {
  const bytes = readFileSync(file);
  const names: string[] = [];
  unzipSync(bytes, {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return {
    names,
    read(name) {
      const found = unzipSync(bytes, { filter: (entry) => entry.name === name })[name];
      if (!found) throw new Error(`${name} is missing in ${file}.`);
      return Buffer.from(found.buffer, found.byteOffset, found.byteLength);
    },
  };
}
