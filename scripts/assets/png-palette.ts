import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Chromium writes 32-bit PNGs; flat drawings fit a palette of 256, at a third of the size. */
export function toPalette(png: Uint8Array): Uint8Array {
  const source = Buffer.from(png);
  const width = source.readUInt32BE(16);
  const height = source.readUInt32BE(20);
  const channels = source[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < source.length; at += source.readUInt32BE(at) + 12) {
    if (source.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(source.subarray(at + 8, at + 8 + source.readUInt32BE(at)));
  }
  const raw = unfilter(inflateSync(Buffer.concat(parts)), width, height, channels);
  const { palette, indices } = paletteOf(raw, width * height, channels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    source.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function unfilter(data: Buffer, width: number, height: number, bytes: number): Buffer {
  const stride = width * bytes;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= bytes ? out[y * stride + x - bytes]! : 0;
      const up = y > 0 ? out[(y - 1) * stride + x]! : 0;
      const corner = x >= bytes && y > 0 ? out[(y - 1) * stride + x - bytes]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      out[y * stride + x] = data[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The 256 colours used most; every other one, which is an edge's half tone, takes the nearest of them. */
function paletteOf(raw: Buffer, pixels: number, channels: number): { palette: Buffer; indices: Buffer } {
  const colourAt = (i: number) =>
    (raw[i * channels]! << 16) | (raw[i * channels + 1]! << 8) | raw[i * channels + 2]!;
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels; i += 1) counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1);
  const chosen = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => colour);
  const known = new Map(chosen.map((colour, index) => [colour, index]));
  const distance = (a: number, b: number) =>
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
  const indices = Buffer.alloc(pixels);
  for (let i = 0; i < pixels; i += 1) {
    const colour = colourAt(i);
    let index = known.get(colour);
    if (index === undefined) {
      index = 0;
      for (let k = 1; k < chosen.length; k += 1)
        if (distance(chosen[k]!, colour) < distance(chosen[index]!, colour)) index = k;
      known.set(colour, index);
    }
    indices[i] = index;
  }
  const palette = Buffer.alloc(chosen.length * 3);
  chosen.forEach((colour, k) => palette.writeUIntBE(colour, k * 3, 3));
  return { palette, indices };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
