import { describe, expect, it } from 'vitest';
import { cleanJpeg } from './clean-jpeg.ts';
import { BAD_UPLOADS, segmentOf } from '#tests/support/bad-uploads.ts';
import { commentSegment, exifSegment, sampleJpeg } from '#tests/support/sample-jpeg.ts';

const good = sampleJpeg();
const cut = (bytes: Buffer, end: number) => bytes.subarray(0, end);

describe('a photo that is published', () => {
  it('keeps the picture and nothing that says where or with what it was taken', () => {
    const photo = sampleJpeg({
      width: 64,
      height: 48,
      metadata: [
        exifSegment(1),
        commentSegment('Nikon of Maren Okafor'),
        segmentOf(0xe2, 'ICC_PROFILE'),
        segmentOf(0xed, 'Photoshop 3.0'),
      ],
    });
    const cleaned = cleanJpeg(photo);
    expect(cleaned).toMatchObject({ ok: true, width: 64, height: 48 });
    expect(bytesOf(photo)).toEqual(sampleJpeg({ width: 64, height: 48 }));
  });

  it('may come straight from a camera, whose small pictures and notes hold any bytes', () => {
    let seed = 11;
    const noise = (): Buffer =>
      Buffer.from(
        Array.from(
          { length: 60_000 },
          () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0) >>> 24,
        ),
      );
    const notes = Array.from({ length: 30 }, () => segmentOf(0xe1, `Exif\0\0${noise().toString('latin1')}`));
    for (const photo of [notes.slice(0, 10), notes.slice(10, 20), notes.slice(20)])
      expect(bytesOf(sampleJpeg({ metadata: photo }))).toEqual(good);
  });

  it.each([2, 3, 6, 8])('keeps orientation %i, and of EXIF nothing else', (orientation) => {
    const bytes = bytesOf(sampleJpeg({ metadata: [exifSegment(orientation)] }));
    expect(bytes.toString('latin1')).not.toContain('45.5222');
    expect(bytes.length).toBe(good.length + 36);
    // read back by the same rules: a second cleaning changes nothing
    expect(bytesOf(bytes)).toEqual(bytes);
    expect(bytes.subarray(12, 38).readUInt16BE(18)).toBe(orientation);
  });

  it('may have three colours, restarts, fill bytes and several scans', () => {
    expect(cleanJpeg(sampleJpeg({ components: 3 }))).toMatchObject({ ok: true });
    expect(
      cleanJpeg(sampleJpeg({ scan: Buffer.from([0x3f, 0xff, 0xd0, 0x3f, 0xff, 0x00, 0x3f]) })),
    ).toMatchObject({ ok: true });
    expect(cleanJpeg(sampleJpeg({ frame: 0xc2 }))).toMatchObject({ ok: true });
    const filled = Buffer.concat([cut(good, 2), Buffer.from([0xff]), good.subarray(2)]);
    expect(cleanJpeg(filled)).toMatchObject({ ok: true });
  });
});

describe('a bad upload (S8)', () => {
  it.each(BAD_UPLOADS)('%s', (_name, bytes) => {
    expect(cleanJpeg(bytes).ok).toBe(false);
  });
  it('is never a fault, however it is cut or broken', () => {
    const photo = sampleJpeg({ metadata: [exifSegment(6), commentSegment('hello')], width: 64, height: 64 });
    for (let end = 0; end < photo.length; end += 1) expect(cleanJpeg(cut(photo, end)).ok).toBe(false);
    for (let at = 0; at < photo.length; at += 1) {
      const broken = Buffer.from(photo);
      broken[at] = (broken[at]! + 0x80) & 0xff;
      expect(() => cleanJpeg(broken)).not.toThrow();
    }
  });
});

function bytesOf(photo: Buffer): Buffer {
  const cleaned = cleanJpeg(photo);
  if (!cleaned.ok) throw new Error(cleaned.reason);
  return cleaned.bytes;
}

describe('a photo of endless parts', () => {
  const SOS = Buffer.from([0xff, 0xda]);
  const withScans = (count: number) => {
    const at = good.lastIndexOf(SOS);
    const scan = good.subarray(at, good.length - 2);
    return Buffer.concat([
      good.subarray(0, at),
      ...Array.from({ length: count }, () => scan),
      Buffer.from([0xff, 0xd9]),
    ]);
  };

  it('is published with as many scans as an honest one has, and not with a thousand', () => {
    expect(cleanJpeg(withScans(100))).toMatchObject({ ok: true });
    expect(cleanJpeg(withScans(350))).toEqual({ ok: false, reason: 'UNSUPPORTED' });
  });

  it('is refused soon when it is made of empty parts', () => {
    const metadata = Array.from({ length: 5000 }, () => commentSegment(''));
    expect(cleanJpeg(sampleJpeg({ metadata }))).toEqual({ ok: false, reason: 'UNSUPPORTED' });
    expect(cleanJpeg(sampleJpeg({ metadata: metadata.slice(0, 1900) }))).toMatchObject({ ok: true });
  });
});
