import { useEffect, useRef, useState } from 'react';
import { fullName } from '#domain/people/names.ts';
import { validatePhoto } from '#domain/people/photo.ts';
import { errorMessage, MESSAGES } from '#web/api/error-messages.ts';
import { type User, useKeepUser } from '#web/api/session.ts';
import { centred, type Crop } from '#web/profile/settings/crop.ts';
import { openPicture, photoOf } from '#web/profile/settings/draw-photo.ts';
import { PhotoCropper } from '#web/profile/settings/photo-cropper.tsx';
import { uploadPhoto } from '#web/profile/settings/upload-photo.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';

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
