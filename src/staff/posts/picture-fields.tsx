import { useId, useRef } from 'react';
import { Upload } from 'lucide';
import { postDrawings } from '#content/public/post-drawings.ts';
import { staffUploadPicture } from '#contract/staff.calls.ts';
import { POST_LIMITS } from '#domain/text/post-fields.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { TIMEOUT } from '#staff/posts/post-draft.ts';
import { PostPicture } from '#web/art/post-picture.tsx';
import { shrinkPicture } from '#web/editor/note-pictures.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, TextField, useFieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/art/art.css';
import './posts.css';

/** Sends a picture file and returns its address. */
export async function uploadPicture(file: File): Promise<string> {
  const drawn = await shrinkPicture(file).catch(() => {
    throw new Error('This picture could not be read. Please choose a PNG or JPEG file.');
  });
  const jpeg = drawn.slice(drawn.indexOf(',') + 1);
  return (await callStaff(staffUploadPicture, { body: { jpeg } }, TIMEOUT)).url;
}

type FieldsProps = {
  label: string;
  url: string;
  alt: string;
  /** What the contract calls the two. */
  names: { url: string; alt: string };
  onChange: (picture: { url: string; alt: string }) => void;
};

/** One of the site's drawings, or a picture from the device; and what it shows. */
export function PictureFields({ label, url, alt, names, onChange }: FieldsProps) {
  const id = useId();
  const error = useFieldError(names.url, null);
  const file = useRef<HTMLInputElement>(null);
  const isOnline = useOnline();
  const upload = useAction();
  const isOwn = url !== '' && !postDrawings.some((each) => each.url === url);
  const shown = isOwn ? [{ url, name: 'Your picture', alt: '' }, ...postDrawings] : postDrawings;
  const choose = (chosen: string) => {
    const isTyped = alt !== '' && !postDrawings.some((each) => each.alt === alt);
    // A drawing says itself what it shows.
    const known = postDrawings.find((each) => each.url === chosen)?.alt ?? '';
    onChange({ url: chosen, alt: isTyped ? alt : known });
  };
  return (
    <>
      <fieldset
        role="radiogroup"
        aria-label={label}
        aria-describedby={error ? id : undefined}
        aria-invalid={error ? true : undefined}
        className="picture-choice"
      >
        {shown.map((each) => (
          <label key={each.url}>
            <input
              type="radio"
              name={names.url}
              aria-label={each.name}
              checked={each.url === url}
              onChange={() => choose(each.url)}
            />
            <span className="post-picture">
              <PostPicture url={each.url} alt="" />
            </span>
          </label>
        ))}
      </fieldset>
      <FieldError id={id} error={error} />
      <ActionFailure action={upload} />
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        aria-label="Picture file"
        onChange={({ currentTarget: { files } }) =>
          files?.[0] && upload.ask(() => uploadPicture(files[0]!), { done: choose })
        }
      />
      <Button
        look="secondary"
        size="sm"
        className="justify-self-start"
        icon={<Icon of={Upload} />}
        busy={upload.isPending}
        disabled={!isOnline}
        onClick={() => file.current?.click()}
      >
        Upload a picture
      </Button>
      <TextField
        label="What it shows"
        name={names.alt}
        optional
        hint="For people who don’t see it."
        limit={POST_LIMITS.alt}
        value={alt}
        onChange={(typed) => onChange({ url, alt: typed })}
      />
    </>
  );
}
