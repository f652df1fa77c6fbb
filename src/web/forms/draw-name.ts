/** Height of the signature pad in CSS pixels (product.md §9.7). */
const PAD_HEIGHT = 128;
/** Room left and right of a typed name, in CSS pixels. */
const MARGIN = 20;
const LARGEST_TEXT = 44;

const HAND = "'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'Apple Chancery', cursive";

/** Device pixels to a CSS pixel; at most 2, so that the picture stays well under its size limit. */
const density = () => Math.min(Math.max(window.devicePixelRatio || 1, 1), 2);

/** Makes the canvas as many pixels large as it is shown, which also empties it. */
export function fitCanvas(canvas: HTMLCanvasElement): void {
  const ratio = density();
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  canvas.height = PAD_HEIGHT * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
}

function sizeOf(canvas: HTMLCanvasElement): { width: number; ratio: number } {
  const ratio = canvas.height / PAD_HEIGHT;
  return { width: canvas.width / ratio, ratio };
}

/** Writes a typed name where a drawn one would stand: the same picture for those who cannot draw. */
export function drawName(canvas: HTMLCanvasElement, name: string, color: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width } = sizeOf(canvas);
  context.clearRect(0, 0, width, PAD_HEIGHT);
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `italic ${LARGEST_TEXT}px ${HAND}`;
  const wanted = context.measureText(name).width;
  const size = Math.min(LARGEST_TEXT, (LARGEST_TEXT * (width - 2 * MARGIN)) / Math.max(wanted, 1));
  context.font = `italic ${size}px ${HAND}`;
  context.fillText(name, width / 2, PAD_HEIGHT * 0.62);
}

/** Draws a saved signature at the size at which it was made, smaller only if it would not fit. */
export async function drawSaved(canvas: HTMLCanvasElement, dataUrl: string): Promise<void> {
  const picture = new Image();
  picture.src = dataUrl;
  await picture.decode();
  const { width } = sizeOf(canvas);
  const wide = (picture.naturalWidth * PAD_HEIGHT) / picture.naturalHeight;
  const scale = Math.min(1, width / wide);
  canvas
    .getContext('2d')
    ?.drawImage(picture, 0, (PAD_HEIGHT * (1 - scale)) / 2, wide * scale, PAD_HEIGHT * scale);
}
