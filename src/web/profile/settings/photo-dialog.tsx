import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fullName } from '#domain/people/names.ts';
import { PHOTO_FILE_NAME, PHOTO_TYPE, validatePhoto } from '#domain/people/photo.ts';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { useKeepUser, type User } from '#web/api/session.ts';
import { centred, type Crop, MAX_ZOOM, moved } from '#web/profile/settings/crop.ts';
import { drawCrop, openPicture, photoOf } from '#web/profile/settings/draw-photo.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { getPresignedUrl, updateProfilePhoto } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';

const TIMEOUT_MS = 120_000;

/**
 * Uploads a photo to a presigned URL and publishes it; returns its new address. Calls `onProgress` with values from 0 to 1;
 * it can be aborted until 1. Throws the texts of product.md §8.7.
 */
async function uploadPhoto(
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

const PREVIEW_PX = 384;
/** Per press of an arrow key, as a fraction of the square. */
const STEP = 0.05;

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The picture in a round frame; can be dragged, moved by arrow keys, and zoomed. */
function PhotoCropper({
  picture,
  crop,
  onCrop,
}: {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);

  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, PREVIEW_PX);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onCrop(
      moved(
        picture,
        crop,
        (dragStart.current.x - event.clientX) / width,
        (dragStart.current.y - event.clientY) / width,
      ),
    );
    dragStart.current = { x: event.clientX, y: event.clientY };
  };

  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    onCrop(moved(picture, crop, ...by));
  };

  return (
    <div className="grid w-full justify-items-center gap-4">
      <div
        role="application"
        tabIndex={0}
        aria-label="Your photo. Drag it, or move it with the arrow keys."
        className="photo-crop size-48 touch-none overflow-hidden rounded-pill border border-line"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = null;
        }}
        onPointerCancel={() => {
          dragStart.current = null;
        }}
        onKeyDown={step}
      >
        <canvas ref={canvas} className="size-full" aria-hidden="true" />
      </div>
      <div className="w-full max-w-64">
        <Slider
          label="Zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          format={(zoom) => `${Math.round(zoom * 100)} %`}
          onChange={(zoom) => onCrop(moved(picture, { ...crop, zoom }, 0, 0))}
        />
      </div>
    </div>
  );
}

/** Choose, crop and save a photo (product.md §2.18, §5.6, §8.7); every message is shown in the dialog. */
export function PhotoDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const keepUser = useKeepUser();
  const input = useRef<HTMLInputElement>(null);
  const newest = useRef<File>(null);
  const upload = useRef<AbortController>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(centred);
  const [error, setError] = useState<string | null>(null);
  /** From 0 to 1; null without an upload. */
  const [progress, setProgress] = useState<number | null>(null);
  const uploading = progress !== null;

  useEffect(() => () => picture?.close(), [picture]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    newest.current = file;
    setError(null);
    setPicture(null);
    const result = validatePhoto(file);
    if (!result.ok) return setError(result.message);
    try {
      const opened = await openPicture(file);
      // A large picture may open after one that was chosen later.
      if (newest.current !== file) return opened.close();
      setPicture(opened);
      setCrop(centred);
    } catch (problem) {
      if (newest.current === file) setError(errorMessage(problem, MESSAGES.photo.upload_failed));
    }
  };

  const save = async () => {
    if (!picture) return;
    setError(null);
    setProgress(0);
    const { signal } = (upload.current = new AbortController());
    try {
      const photo = await uploadPhoto(await photoOf(picture, crop), setProgress, signal);
      await keepUser((before) => ({ ...before, photo }));
      showToast('Your photo has been saved');
      onClose();
    } catch (problem) {
      if (signal.aborted) return;
      setError(errorMessage(problem, MESSAGES.photo.upload_failed));
      setProgress(null);
    }
  };

  const cancel = () => {
    upload.current?.abort();
    onClose();
  };

  return (
    <Dialog
      open
      title="Profile Photo"
      width="narrow"
      dirty={picture !== null}
      locked={uploading}
      onClose={onClose}
      footer={
        <>
          {/* A complete upload cannot be cancelled. */}
          <Button look="secondary" disabled={progress === 1} onClick={cancel}>
            Cancel
          </Button>
          <Button disabled={!picture} busy={uploading} onClick={() => void save()}>
            {uploading ? 'Uploading...' : 'Save Photo'}
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4">
        {picture ? (
          <PhotoCropper picture={picture} crop={crop} onCrop={setCrop} />
        ) : (
          <Avatar name={fullName(user)} photo={user.photo} size="lg" className="size-48" />
        )}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,.jpg,.jpeg"
          aria-label="Photo file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            // The same file may be chosen again after an error.
            event.currentTarget.value = '';
          }}
        />
        <Button look="secondary" disabled={uploading} onClick={() => input.current?.click()}>
          Choose Photo
        </Button>
        <p className="text-xs text-muted">JPG, up to 5 MB. Location data is removed.</p>
        {uploading && (
          <progress className="h-1.5 w-full accent-sage" max={1} value={progress} aria-label="Upload" />
        )}
        {error && (
          <Banner tone="error" inSight className="w-full">
            {error}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
