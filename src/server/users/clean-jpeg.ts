/** Parses a JPEG segment by segment and rewrites it with nothing but the picture (rules.md §3, S8). */

type CleanedJpeg =
  | { ok: true; bytes: Buffer; width: number; height: number }
  | { ok: false; reason: JpegProblem };
export type JpegProblem =
  | 'NOT_JPEG'
  | 'TRUNCATED'
  | 'TRAILING_DATA'
  | 'UNSUPPORTED'
  | 'TOO_MANY_PIXELS'
  | 'SUSPICIOUS';

const MAX_SIDE = 12_000;
/** 50 megapixels, as phones make them; more would only burden viewers. */
const MAX_PIXELS = 52_000_000;
/** A progressive photo has about ten scans; each makes viewers decode the whole picture once more. */
const MAX_SCANS = 100;
const MAX_SEGMENTS = 2000;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DHT = 0xc4;
const DRI = 0xdd;
const APP1 = 0xe1;
const ADOBE = 0xee;
const COMMENT = 0xfe;
/** Baseline, extended and progressive Huffman frames, which browsers can show. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, differential and arithmetic frames. */
const OTHER_FRAMES: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Signatures of other formats that hide in metadata to be executed by software that guesses the type. They are long
 * enough not to occur by chance in camera thumbnails and notes, where any two given bytes are common.
 */
const STRANGERS = [
  '<script',
  '<html',
  '<svg',
  '<?php',
  '<%@ ',
  '%PDF-',
  'PK\u0003\u0004',
  '#!/bin/',
  '#!/usr/',
];

const no = (reason: JpegProblem): CleanedJpeg => ({ ok: false, reason });

/**
 * Keeps the frame, the tables, the scans, the colour marker of Adobe, and the orientation from EXIF; location, time,
 * camera, thumbnails, comments and profiles go. Refuses a file that is truncated, has trailing data, is no plain
 * picture, or is larger than any camera's.
 */
export function cleanJpeg(bytes: Buffer): CleanedJpeg {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return no('NOT_JPEG');
  const kept: Buffer[] = [];
  let orientation = 1;
  let frame: { width: number; height: number } | undefined;
  let scans = 0;
  let tables = 0;
  let segments = 0;
  let at = 2;

  for (;;) {
    if (at + 2 > bytes.length) return no('TRUNCATED');
    if (bytes[at] !== 0xff) return no('NOT_JPEG');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (marker === EOI) {
      if (!frame || scans === 0 || tables === 0) return no('TRUNCATED');
      if (at + 2 !== bytes.length) return no('TRAILING_DATA');
      break;
    }
    segments += 1;
    if (segments > MAX_SEGMENTS || scans > MAX_SCANS) return no('UNSUPPORTED');
    if (marker === 0 || marker === SOI || isRestart(marker)) return no('NOT_JPEG');
    if (at + 4 > bytes.length) return no('TRUNCATED');
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2) return no('NOT_JPEG');
    if (end > bytes.length) return no('TRUNCATED');
    const body = bytes.subarray(at + 4, end);

    if (FRAMES.has(marker)) {
      if (frame) return no('UNSUPPORTED');
      const size = frameSize(body);
      if (!size) return no('UNSUPPORTED');
      if (size.width > MAX_SIDE || size.height > MAX_SIDE || size.width * size.height > MAX_PIXELS) {
        return no('TOO_MANY_PIXELS');
      }
      frame = size;
      kept.push(bytes.subarray(at, end));
    } else if (OTHER_FRAMES.has(marker)) {
      return no('UNSUPPORTED');
    } else if (marker === SOS) {
      if (!frame) return no('NOT_JPEG');
      const scanEnd = endOfScan(bytes, end);
      if (scanEnd === null || scanEnd === end) return no('TRUNCATED');
      kept.push(bytes.subarray(at, scanEnd));
      scans += 1;
      at = scanEnd;
      continue;
    } else if (marker === DQT || marker === DHT || marker === DRI) {
      if (marker === DQT) tables += 1;
      kept.push(bytes.subarray(at, end));
    } else if (isApplication(marker) || marker === COMMENT) {
      if (isSuspicious(body)) return no('SUSPICIOUS');
      if (marker === APP1) orientation = orientationOf(body) ?? orientation;
      if (marker === ADOBE && body.length === 12 && body.toString('latin1', 0, 5) === 'Adobe') {
        kept.push(bytes.subarray(at, end));
      }
    } else {
      return no('UNSUPPORTED');
    }
    at = end;
  }

  const head = Buffer.from([0xff, SOI]);
  const exif = orientation === 1 ? [] : [orientationSegment(orientation)];
  return { ok: true, ...frame, bytes: Buffer.concat([head, ...exif, ...kept, Buffer.from([0xff, EOI])]) };
}

/** 8 bits per sample, one (grey) or three (colour) components, and a size. */
function frameSize(body: Buffer): { width: number; height: number } | null {
  if (body.length < 6 || body[0] !== 8) return null;
  const height = body.readUInt16BE(1);
  const width = body.readUInt16BE(3);
  const components = body[5]!;
  if (width === 0 || height === 0) return null;
  if ((components !== 1 && components !== 3) || body.length !== 6 + 3 * components) return null;
  return { width, height };
}

/** The end of a scan's entropy-coded data: the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, from: number): number | null {
  // A loop, since five megabytes of nothing but markers would call indexOf millions of times.
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1];
    if (next === undefined) return null;
    if (next === 0xff) continue;
    if (next === 0 || isRestart(next)) {
      at += 1;
      continue;
    }
    return at;
  }
  return null;
}

function isSuspicious(body: Buffer): boolean {
  const text = body.toString('latin1').toLowerCase();
  return STRANGERS.some((stranger) => text.includes(stranger.toLowerCase()));
}

/** Orientation (1 to 8) of an EXIF segment; null without one. */
function orientationOf(body: Buffer): number | null {
  if (body.length < 14 || body.toString('latin1', 0, 6) !== 'Exif\0\0') return null;
  const tiff = body.subarray(6);
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = u16(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return null;
    if (u16(at) !== ORIENTATION_TAG) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

const ORIENTATION_TAG = 0x0112;

/** An EXIF segment that holds only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4); // the directory follows
  tiff.writeUInt16BE(1, 8); // of one entry
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(3, 12); // SHORT
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
