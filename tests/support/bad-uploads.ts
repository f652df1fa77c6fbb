import { commentSegment, exifSegment, sampleJpeg } from './sample-jpeg.ts';

const good = sampleJpeg();
const cut = (bytes: Buffer, end: number) => bytes.subarray(0, end);
const text = (words: string) => Buffer.from(words);
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40)]);

/** Bytes that call themselves image/jpeg (goals.md S8): none of these is ever published. */
export const BAD_UPLOADS: readonly [name: string, bytes: Buffer][] = [
  ['empty', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['only the first two bytes', cut(good, 2)],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['PNG renamed', Buffer.concat([Buffer.from([0x89]), text('PNG\r\n\u001a\n'), Buffer.alloc(60)])],
  ['GIF renamed', text('GIF89a....................................')],
  ['WebP renamed', text('RIFF....WEBPVP8 ........................')],
  ['PDF renamed', text('%PDF-1.7 ...............................')],
  ['ZIP renamed', zip],
  ['BMP renamed', text('BM......................................')],
  ['TIFF renamed', text('II*\u0000....................................')],
  ['HEIC renamed', text('\u0000\u0000\u0000\u0018ftypheic............................')],
  ['MP4 renamed', text('\u0000\u0000\u0000\u0018ftypmp42............................')],
  [
    'the magic bytes and then a script',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text('<script>alert(1)</script>')]),
  ],
  ['JPEG 2000', Buffer.from([0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a])],
  ['a ZIP behind the picture', Buffer.concat([good, zip])],
  ['HTML behind the picture', Buffer.concat([good, text('<script>alert(1)</script>')])],
  ['a second picture behind the first', Buffer.concat([good, good])],
  ['one byte behind the picture', Buffer.concat([good, Buffer.from([0])])],
  ['a script in a comment', sampleJpeg({ metadata: [commentSegment('<script>alert(1)</script>')] })],
  ['PHP in a comment', sampleJpeg({ metadata: [commentSegment('<?php system($_GET[0]); ?>')] })],
  ['PHP in EXIF', sampleJpeg({ metadata: [exifSegment(1, '<?php echo 1;')] })],
  ['a PDF in a comment', sampleJpeg({ metadata: [commentSegment('%PDF-1.7')] })],
  ['a ZIP in a segment', sampleJpeg({ metadata: [segmentOf(0xe5, zip.toString('latin1'))] })],
  ['SVG in a comment, in capitals', sampleJpeg({ metadata: [commentSegment('<SVG ONLOAD=alert(1)>')] })],
  ['cut off in the head', cut(good, 40)],
  ['cut off in the tables', cut(good, 90)],
  ['cut off before the picture', cut(good, good.length - 3)],
  ['cut off before its end', cut(good, good.length - 2)],
  ['cut off in its last byte', cut(good, good.length - 1)],
  ['no picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd9])])],
  ['an empty scan', sampleJpeg({ scan: Buffer.alloc(0) })],
  ['no tables', Buffer.concat([cut(good, 2), good.subarray(2 + 69)])],
  ['huge pixels', sampleJpeg({ width: 65_535, height: 65_535 })],
  ['one huge side', sampleJpeg({ width: 12_001, height: 8 })],
  ['53 megapixels', sampleJpeg({ width: 10_000, height: 5300 })],
  ['no width', sampleJpeg({ width: 0 })],
  ['no height', sampleJpeg({ height: 0 })],
  ['four components', sampleJpeg({ components: 4 })],
  ['lossless', sampleJpeg({ frame: 0xc3 })],
  ['arithmetic', sampleJpeg({ frame: 0xc9 })],
  ['two frames', twice(good)],
  ['a length of one', Buffer.concat([cut(good, 2), Buffer.from([0xff, 0xfe, 0, 1]), good.subarray(2)])],
  ['a length beyond the end', Buffer.concat([cut(good, 2), Buffer.from([0xff, 0xfe, 0xff, 0xff, 1, 2])])],
  ['a reserved marker', sampleJpeg({ metadata: [segmentOf(0xf0, 'reserved')] })],
];

/** A segment of a JPEG with any words in it. */
export function segmentOf(marker: number, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** Two frames in one picture. */
function twice(photo: Buffer): Buffer {
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
  const end = frame + 2 + photo.readUInt16BE(frame + 2);
  return Buffer.concat([photo.subarray(0, end), photo.subarray(frame)]);
}
