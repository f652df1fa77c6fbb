/** Stores photos: uploads in quarantine under their own keys, published ones under other keys. */
export type PhotoStore = {
  /**
   * Returns an address that accepts one PUT of image/jpeg until `expires_at`. With `size` (bytes) the length is part of
   * the signature; without it, more than MAX_PHOTO_BYTES is refused on arrival or when read.
   */
  issueUpload(
    upload_key: string,
    options: { size: number | null; expires_at: Date; now: Date },
  ): Promise<string>;
  /** Reads an upload: 'TOO_LARGE' beyond MAX_PHOTO_BYTES, null if there is none. */
  readUpload(upload_key: string): Promise<Buffer | 'TOO_LARGE' | null>;
  /** May be repeated. */
  removeUpload(upload_key: string): Promise<void>;
  /** Stores a checked photo permanently. */
  publish(photo_key: string, bytes: Buffer): Promise<void>;
  /** May be repeated. */
  removePhoto(photo_key: string): Promise<void>;
  /** The address of a published photo, which may be cached forever. */
  urlOf(photo_key: string): string;
  /** Set if this server receives the uploads and serves the photos itself; null with a storage service. */
  readonly local: LocalPhotos | null;
  /** Origins of uploads and photos other than the site's own (for connect-src and img-src). */
  readonly origins: readonly string[];
};

export type LocalPhotos = {
  /** Whether this address was issued. `expires` is in ms since 1970; `size` in bytes or null, as in the address. */
  isSigned(upload_key: string, expires: number, size: number | null, signature: string): boolean;
  accept(upload_key: string, bytes: Buffer): Promise<void>;
  read(photo_key: string): Promise<Buffer | null>;
};
