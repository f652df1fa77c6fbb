import { getPresignedUrl, updateProfilePhoto } from '#contract/client.calls.ts';
import { PHOTO_FILE_NAME, PHOTO_TYPE } from '#domain/people/photo.ts';
import { call } from '#web/api/api.ts';
import { MESSAGES } from '#web/api/error-messages.ts';

const TIMEOUT_MS = 120_000;

/**
 * Uploads a photo to a presigned URL and publishes it; returns its new address. Calls `onProgress` with values from 0 to 1;
 * it can be aborted until 1. Throws the texts of product.md §8.7.
 */
export async function uploadPhoto(
  photo: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { uploadUrl, photoUrl } = await call(
    getPresignedUrl,
    { body: { fileName: PHOTO_FILE_NAME, fileType: PHOTO_TYPE, fileSize: photo.size } },
    { signal },
  );
  await put(uploadUrl, photo, onProgress, signal);
  onProgress(1);
  const { photo: published } = await call(updateProfilePhoto, { body: { photoUrl } });
  return published;
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
function put(
  url: string,
  photo: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('content-type', PHOTO_TYPE);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    const fail = () => reject(new Error(MESSAGES.photo.upload_failed));
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    signal.addEventListener('abort', () => request.abort());
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(MESSAGES.photo.put_failed(request.statusText || String(request.status))));
    };
    request.send(photo);
  });
}
