/** The square that is cropped from a picture, in pixels of the picture. */

type Picture = { width: number; height: number };
/** zoom 1 is the largest square; x and y are its centre, 0..1 of the picture. */
export type Crop = { zoom: number; x: number; y: number };
type Square = { left: number; top: number; side: number };

export const MAX_ZOOM = 4;
/** Of the uploaded photo, in pixels (rules.md §3). */
export const MAX_SIDE = 1024;

export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Always inside the picture. */
export function squareOf({ width, height }: Picture, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / Math.min(MAX_ZOOM, Math.max(1, zoom));
  const within = (length: number, centre: number) =>
    Math.min(length - side, Math.max(0, length * centre - side / 2));
  return { left: within(width, x), top: within(height, y), side };
}

/** Moves a crop by fractions of its side, within the picture. */
export function moved(picture: Picture, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, side } = squareOf(picture, crop);
  const shifted = {
    zoom: crop.zoom,
    x: (left + side / 2 + dx * side) / picture.width,
    y: (top + side / 2 + dy * side) / picture.height,
  };
  const clamped = squareOf(picture, shifted);
  return {
    zoom: crop.zoom,
    x: (clamped.left + side / 2) / picture.width,
    y: (clamped.top + side / 2) / picture.height,
  };
}
