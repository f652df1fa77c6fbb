/** Validation of a profile photo (product.md §5.6, §9.3). */

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
export const PHOTO_FILE_NAME = 'profile.jpg';
export const PHOTO_TYPE = 'image/jpeg';
export const WRONG_PHOTO_TYPE = 'Please select a JPG/JPEG image file';

/** Validates the type first, then the size in bytes. Returns the message of product.md §5.6 on failure. */
export function validatePhoto(file: {
  type: string;
  size: number;
}): { ok: true } | { ok: false; message: string } {
  if (file.type !== 'image/jpeg' && file.type !== 'image/jpg')
    return { ok: false, message: WRONG_PHOTO_TYPE };
  if (file.size > MAX_PHOTO_BYTES)
    return {
      ok: false,
      message: `File too large (${formatFileSize(file.size)}). Please select an image under 5 MB.`,
    };
  return { ok: true };
}

/**
 * Formats as '812 B', '3.4 KB', '5.01 MB'. Megabytes round up, so that a size over a limit never reads as the limit.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(Math.ceil((bytes / 1024 / 1024) * 100) / 100).toFixed(2)} MB`;
}
