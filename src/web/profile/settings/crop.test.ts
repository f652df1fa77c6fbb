import { expect, test } from 'vitest';
import { centred, moved, squareOf } from './crop.ts';

const tall = { width: 900, height: 1400 };

test('starts with the largest square in the middle', () => {
  expect(squareOf(tall, centred)).toEqual({ left: 0, top: 250, side: 900 });
});

test('zoom makes the square smaller, between 1 and 4 times', () => {
  expect(squareOf(tall, { ...centred, zoom: 2 })).toEqual({ left: 225, top: 475, side: 450 });
  expect(squareOf(tall, { ...centred, zoom: 99 }).side).toBe(225);
  expect(squareOf(tall, { ...centred, zoom: 0 }).side).toBe(900);
});

test('the square stays inside the picture however far it is moved', () => {
  const corner = moved(tall, { ...centred, zoom: 2 }, -9, -9);
  const { left, top } = squareOf(tall, corner);
  expect([left, top].map(Math.round)).toEqual([0, 0]);
  // And comes back at once: no distance was stored up beyond the edge.
  expect(squareOf(tall, moved(tall, corner, 0.1, 0)).left).toBeCloseTo(45);
});

test('zooming out at an edge keeps the square inside', () => {
  const corner = moved(tall, { ...centred, zoom: 4 }, 9, 9);
  const { top, side } = squareOf(tall, moved(tall, { ...corner, zoom: 1 }, 0, 0));
  expect([top, side].map(Math.round)).toEqual([500, 900]);
});
