import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MAX_PHOTO_BYTES, PHOTO_TYPE } from '#domain/people/photo.ts';
import type { PhotoStore } from './photo-store.ts';

export type S3PhotoOptions = {
  bucket: string;
  region: string;
  /** Set for stores other than AWS; the bucket is then part of the path. */
  endpoint?: string | undefined;
  access_key_id: string;
  secret_access_key: string;
  /** Public base address of the published photos (a CDN or the bucket itself). */
  public_url: string;
  /** Time-out of one attempt. */
  timeout_ms?: number;
};

// Milliseconds
const CONNECT_TIMEOUT = 3000;
const REQUEST_TIMEOUT = 10_000;

/**
 * Creates a photo store in an S3-compatible one. Uploads go to quarantine/, which is not readable from outside (a lifecycle rule
 * empties it after a day); published photos go to photos/.
 */
export async function createS3PhotoStore(options: S3PhotoOptions): Promise<PhotoStore> {
  const { bucket: Bucket, endpoint } = options;
  const public_url = options.public_url.replace(/\/$/, '');
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId: options.access_key_id, secretAccessKey: options.secret_access_key },
    // Otherwise the presigner signs the checksum of an empty body, and every upload is refused.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: options.timeout_ms ?? REQUEST_TIMEOUT,
      socketTimeout: options.timeout_ms ?? REQUEST_TIMEOUT,
      throwOnRequestTimeout: true, // else a store that falls silent is waited for without end
    },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  const quarantined = (key: string) => ({ Bucket, Key: `quarantine/${key}.jpg` });
  const published = (key: string) => ({ Bucket, Key: `photos/${key}.jpg` });
  const issueUpload: PhotoStore['issueUpload'] = async (upload_key, { size, expires_at, now }) =>
    await getSignedUrl(
      client,
      new PutObjectCommand({
        ...quarantined(upload_key),
        ContentType: PHOTO_TYPE,
        ...(size === null ? {} : { ContentLength: size }),
      }),
      {
        expiresIn: Math.max(1, Math.round((expires_at.getTime() - now.getTime()) / 1000)),
        signingDate: now,
        // By default the SDK hoists the content type out of the signature, and any type could be uploaded.
        signableHeaders: new Set(['content-type', 'content-length', 'host']),
        unhoistableHeaders: new Set(['content-type', 'content-length']),
      },
    );
  // The SDK's address of a bucket depends on its name and region (dots, China), so build a request without sending it.
  const sample = await issueUpload('sample', { size: null, now: new Date(0), expires_at: new Date(1000) });
  return {
    issueUpload,
    readUpload: async (upload_key) => {
      try {
        const found = await client.send(new GetObjectCommand(quarantined(upload_key)));
        if ((found.ContentLength ?? 0) > MAX_PHOTO_BYTES) {
          (found.Body as { destroy?: () => void } | undefined)?.destroy?.();
          return 'TOO_LARGE';
        }
        return Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    removeUpload: async (upload_key) => {
      await client.send(new DeleteObjectCommand(quarantined(upload_key)));
    },
    publish: async (photo_key, bytes) => {
      await client.send(
        new PutObjectCommand({
          ...published(photo_key),
          Body: bytes,
          ContentType: PHOTO_TYPE,
          ContentDisposition: 'inline; filename="profile.jpg"',
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      );
    },
    removePhoto: async (photo_key) => {
      await client.send(new DeleteObjectCommand(published(photo_key)));
    },
    urlOf: (photo_key) => `${public_url}/photos/${photo_key}.jpg`,
    local: null,
    origins: [...new Set([new URL(sample).origin, new URL(public_url).origin])],
  };
}
