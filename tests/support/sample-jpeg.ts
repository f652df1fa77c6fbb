/** JPEGs made by hand for tests: grey pictures that every decoder draws. */

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

type SampleJpeg = {
  width?: number;
  height?: number;
  /** Segments before the frame. */
  metadata?: readonly Buffer[];
  /** Marker of the frame: 0xc0 is baseline. */
  frame?: number;
  components?: number;
  /** Bytes of the coded picture, if not the right ones. */
  scan?: Buffer;
};

export function sampleJpeg({
  width = 8,
  height = 8,
  metadata = [],
  frame = 0xc0,
  components = 1,
  scan,
}: SampleJpeg = {}): Buffer {
  const size = Buffer.alloc(6);
  size[0] = 8;
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  size[5] = components;
  const parts = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat();
  // One code of one bit each: no difference, end of block. A block is two zero bits.
  const blocks = Math.ceil(Math.min(width, 64) / 8) * Math.ceil(Math.min(height, 64) / 8) * components;
  const coded = Buffer.alloc(Math.ceil(blocks / 4));
  const left = (blocks * 2) % 8;
  if (left > 0) coded[coded.length - 1] = 0xff >> left;
  const table = (kind: number) => segment(0xc4, Buffer.from([kind, 1, ...Array<number>(15).fill(0), 0]));
  const selectors = Array.from({ length: components }, (_, index) => [index + 1, 0]).flat();
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...metadata,
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(frame, Buffer.concat([size, Buffer.from(parts)])),
    table(0x00),
    table(0x10),
    segment(0xda, Buffer.from([components, ...selectors, 0, 63, 0])),
    scan ?? coded,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** EXIF with an orientation, a camera's name and a place. */
export function exifSegment(orientation: number, place = '45.5222 N 122.6372 W'): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4 + 64);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  const entry = (index: number, tag: number, type: number, count: number, value: number) => {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(0, 0x010f, 2, 6, 50);
  entry(1, 0x0112, 3, 1, orientation);
  entry(2, 0x8825, 4, 1, 56);
  tiff.write(place, 56, 'latin1');
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

export const commentSegment = (text: string): Buffer => segment(0xfe, Buffer.from(text));
