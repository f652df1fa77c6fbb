import { PHOTO_TYPE, WRONG_PHOTO_TYPE } from '#domain/people/photo.ts';
import { type Crop, MAX_SIDE, squareOf } from '#web/profile/settings/crop.ts';

const QUALITY = 0.9;

/** Opens a file, rotated by its EXIF data. Throws the text of product.md §5.6 if it is not a picture. */
export async function openPicture(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error(WRONG_PHOTO_TYPE);
  }
}

/** Draws the cropped square into a canvas, at most `limit` pixels per side. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, limit: number): void {
  const { left, top, side } = squareOf(picture, crop);
  const size = Math.max(1, Math.round(Math.min(limit, side)));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, size, size);
}

/** The photo to upload: a square JPEG of at most 1024 px, without EXIF data (place, date). */
export async function photoOf(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawCrop(canvas, picture, crop, MAX_SIDE);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, PHOTO_TYPE, QUALITY);
  });
  if (!blob) throw new Error(WRONG_PHOTO_TYPE);
  return blob;
}
