/** Where photos lie: uploads in quarantine under keys of their own, published ones under others. */
export type PhotoStore = {
  /**
   * An address that takes one PUT of image/jpeg until `expires_at`. With `size` (bytes) the length is part of the
   * signature; without, more than MAX_PHOTO_BYTES is refused when it arrives or is read.
   */
  issueUpload(
    upload_key: string,
    options: { size: number | null; expires_at: Date; now: Date },
  ): Promise<string>;
  /** What was uploaded; 'TOO_LARGE' beyond MAX_PHOTO_BYTES, null if nothing was. */
  readUpload(upload_key: string): Promise<Buffer | 'TOO_LARGE' | null>;
  /** Repeats are fine. */
  removeUpload(upload_key: string): Promise<void>;
  /** Stores a checked photo for good. */
  publish(photo_key: string, bytes: Buffer): Promise<void>;
  /** Repeats are fine. */
  removePhoto(photo_key: string): Promise<void>;
  /** The address of a published photo, which may be cached forever. */
  urlOf(photo_key: string): string;
  /** Set where this server itself takes the uploads and serves the photos; null where a storage service does. */
  readonly local: LocalPhotos | null;
  /** Origins of uploads and photos, if not the site's own (connect-src, img-src). */
  readonly origins: readonly string[];
};

export type LocalPhotos = {
  /** Is this the address that was issued? `expires` in ms since 1970, `size` in bytes or null, as in the address. */
  isSigned(upload_key: string, expires: number, size: number | null, signature: string): boolean;
  accept(upload_key: string, bytes: Buffer): Promise<void>;
  read(photo_key: string): Promise<Buffer | null>;
};
