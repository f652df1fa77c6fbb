import type { SentFile } from '#contract/call.ts';

/** The name of a client's file on every system: 'Zoë O’Neill' as 'zoe-oneill.zip'. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${plain || 'client'}.zip`;
}

/** Lets the browser save a file. */
export function saveFile(file: SentFile, name: string): void {
  const address = URL.createObjectURL(file as Blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
