import { useState } from 'react';
import type { ImageBlock } from '#domain/text/notes.ts';
import { POST_LIMITS } from '#domain/text/post-fields.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { PictureFields } from '#staff/posts/picture-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

type SheetProps = { figure: ImageBlock; onClose: () => void; onDone: (figure: ImageBlock) => void };

/** A picture in the text of a post, with the words below it. */
export function FigureSheet({ figure, onClose, onDone }: SheetProps) {
  const [typed, setTyped] = useState(figure);
  const { url, alt, caption } = typed;
  const isTooLong = Math.max(alt.length, caption.length) > POST_LIMITS.alt;
  return (
    <Sheet
      open
      title="Picture in the text"
      dirty={typed !== figure}
      onClose={onClose}
      footer={
        <>
          <CloseButton label="Not now" />
          <Button disabled={url === '' || isTooLong} onClick={() => onDone(typed)}>
            Put it into the text
          </Button>
        </>
      }
    >
      <PictureFields
        label="Picture in the text"
        {...{ url, alt }}
        names={{ url: 'url', alt: 'alt' }}
        onChange={(picture) => setTyped({ ...typed, ...picture })}
      />
      <TextField
        label="Words below it"
        optional
        limit={POST_LIMITS.alt}
        value={caption}
        onChange={(words) => setTyped({ ...typed, caption: words })}
      />
    </Sheet>
  );
}
