import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 240;
const HEIGHT = 80;
/** Radius of the pen in pixels. */
const PEN = 1.4;

/** A sample signature: a looping black line on transparent, as a PNG data URL. */
export function sampleSignature(): string {
  const alpha = new Uint8Array(WIDTH * HEIGHT);
  for (let step = 0; step <= 4000; step += 1) {
    const t = step / 4000;
    const x = 18 + 195 * t + 14 * Math.sin(t * 38);
    const y = 42 - 8 * t + 24 * Math.cos(t * 38) * (1 - 0.65 * t);
    dot(alpha, x, y);
  }
  return `data:image/png;base64,${greyAlphaPng(alpha).toString('base64')}`;
}

function dot(alpha: Uint8Array, x: number, y: number): void {
  for (let row = Math.floor(y - PEN); row <= y + PEN + 1; row += 1)
    for (let column = Math.floor(x - PEN); column <= x + PEN + 1; column += 1) {
      if (row < 0 || column < 0 || row >= HEIGHT || column >= WIDTH) continue;
      const ink = Math.max(0, Math.min(1, PEN + 0.5 - Math.hypot(column - x, row - y))) * 255;
      const at = row * WIDTH + column;
      if (ink > alpha[at]!) alpha[at] = ink;
    }
}

/** PNG colour type 4 (grey and alpha) with 8 bits, black throughout. */
function greyAlphaPng(alpha: Uint8Array): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 2));
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1)
      rows[row * (1 + WIDTH * 2) + 2 + column * 2] = alpha[row * WIDTH + column]!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 4, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
