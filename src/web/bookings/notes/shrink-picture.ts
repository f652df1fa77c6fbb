/** Longest side of a picture in a note, in pixels (rules.md §7). */
const LONGEST_SIDE = 1280;
const QUALITY = 0.82;

/** A picture file as a JPEG data address, upright, at most 1280 px on its longest side. Throws if it is no picture. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw pictures.');
  // A JPEG has no see-through parts; they become paper.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
