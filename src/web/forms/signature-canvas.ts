/** Height of the signature pad in CSS pixels (product.md §9.7). */
const PAD_HEIGHT = 128;
/** Left and right of a typed name, in CSS pixels. */
const MARGIN = 20;
const MAX_FONT_SIZE = 44;

const FONT_FAMILY = "'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'Apple Chancery', cursive";

/** Device pixels per CSS pixel; at most 2, to keep the picture well below its size limit. */
const density = () => Math.min(Math.max(window.devicePixelRatio || 1, 1), 2);

/** Sets the canvas to its displayed size, which also clears it. */
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

/** Writes a typed name in place of a drawn signature, for clients who cannot draw. */
export function drawName(canvas: HTMLCanvasElement, name: string, color: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width } = sizeOf(canvas);
  context.clearRect(0, 0, width, PAD_HEIGHT);
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `italic ${MAX_FONT_SIZE}px ${FONT_FAMILY}`;
  const naturalWidth = context.measureText(name).width;
  const size = Math.min(MAX_FONT_SIZE, (MAX_FONT_SIZE * (width - 2 * MARGIN)) / Math.max(naturalWidth, 1));
  context.font = `italic ${size}px ${FONT_FAMILY}`;
  context.fillText(name, width / 2, PAD_HEIGHT * 0.62);
}

/** Draws a saved signature in its original size, scaled down only if it does not fit. */
export async function drawSaved(canvas: HTMLCanvasElement, dataUrl: string): Promise<void> {
  const picture = new Image();
  picture.src = dataUrl;
  await picture.decode();
  const { width } = sizeOf(canvas);
  const fullWidth = (picture.naturalWidth * PAD_HEIGHT) / picture.naturalHeight;
  const scale = Math.min(1, width / fullWidth);
  canvas
    .getContext('2d')
    ?.drawImage(picture, 0, (PAD_HEIGHT * (1 - scale)) / 2, fullWidth * scale, PAD_HEIGHT * scale);
}
