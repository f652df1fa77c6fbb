import { type KeyboardEvent, useRef, useState } from 'react';
import { Heading2, Heading3, Image, Quote } from 'lucide';
import type { StaffPost } from '#contract/posts.schemas.ts';
import { POST_LIMITS, validatePost } from '#domain/text/post-fields.ts';
import type { ImageBlock } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import { DraftConflict } from '#staff/notes/draft-conflict.tsx';
import { SaveStatus } from '#staff/parts/save-status.tsx';
import { type Device, useDraft } from '#staff/parts/use-draft.ts';
import { ActionFields, useActionForm } from '#staff/parts/action-form.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { FigureSheet } from '#staff/posts/figure-sheet.tsx';
import type { MountedArticle } from '#staff/posts/mount-article.ts';
import { PictureFields, uploadPicture } from '#staff/posts/picture-fields.tsx';
import { isSamePost, type PostDraft, savePost, stateOf, storedPost } from '#staff/posts/post-draft.ts';
import { PostPreview } from '#staff/posts/post-preview.tsx';
import { PublishBox } from '#staff/posts/publish-box.tsx';
import { NoteEditor, TOGGLES } from '#web/editor/note-editor.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { FieldError, TextAreaField, TextField, useFieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/bookings/marks.css';
import './posts.css';

const TOOLS: typeof TOGGLES = [
  { name: 'large-heading', label: 'Heading', icon: Heading2 },
  { name: 'heading', label: 'Small heading', icon: Heading3 },
  ...TOGGLES.filter(({ name }) => name !== 'underline'),
  { name: 'quote', label: 'Quote', icon: Quote },
];

type EditorProps = {
  /** As it is now. */
  post: StaffPost;
  /** As it was when writing began. */
  start: StaffPost;
  device: Device<PostDraft>;
  onChangedElsewhere: () => void;
};

/** Writes a post. What is typed is saved as a draft; everybody sees it once it is published. */
export function PostEditor({ post, start, device, onChangedElsewhere }: EditorProps) {
  const save = savePost(post.id);
  const draft = useDraft<PostDraft>({ stored: storedPost(start), save, isSame: isSamePost, device });
  const { saver, state } = draft;
  const { body } = saver;
  // What is typed is in the saver, which reports only its state.
  const [, render] = useState(0);
  const change = (to: Partial<PostDraft>) => {
    draft.change({ ...saver.body, ...to });
    render((count) => count + 1);
  };
  const [opened, setOpened] = useState<'PREVIEW' | ImageBlock | null>(null);
  const [isReady, setIsReady] = useState(false);
  const article = useRef<MountedArticle>(null);
  const publish = useAction();
  const form = useActionForm(publish, validatePost(body));
  const of = bindFields(body, change);
  const { text, look } = stateOf(post);

  if (state.kind === 'CONFLICT')
    return <PostConflict mine={body} theirs={state.theirs.body} onResolve={draft.resolve} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || (!event.ctrlKey && !event.metaKey)) return;
    void draft.flush();
    event.preventDefault();
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <ActionFields form={form} className="post-page" onConfirm={() => undefined}>
        <section className="staff-box post-text" aria-label="Text">
          <div className="flex flex-wrap gap-x-3 items-center min-h-act">
            <span className={`mark mark-${look}`}>{text}</span>
            <SaveStatus state={state} isOnDevice={draft.isOnDevice} />
            <TextButton className="act ml-auto" onClick={() => setOpened('PREVIEW')}>
              Preview
            </TextButton>
          </div>
          <TextAreaField
            label="Title"
            hideLabel
            className="post-title"
            rows={1}
            placeholder="Title"
            limit={POST_LIMITS.title}
            hint={`${location.host}/blog/${post.slug ?? slugOf(body.title)}`}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            {...of('title')}
          />
          <NoteEditor
            key={draft.editor_key}
            isForStaff
            kind="ARTICLE"
            label="Text of the post"
            placeholder="Write."
            initial={draft.initial.content}
            takesFocus={draft.editor_key > 0}
            tools={TOOLS}
            moreTools={
              <button
                type="button"
                className="btn-icon"
                title="Picture"
                aria-label="Picture"
                aria-haspopup="dialog"
                disabled={!isReady}
                // Keeps the selection.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setOpened(article.current!.selectedFigure())}
              >
                <Icon of={Image} />
              </button>
            }
            loadEditor={async () => {
              const { mountArticle } = await import('#staff/posts/mount-article.ts');
              return (host, options, events) =>
                (article.current = mountArticle(host, { ...options, pictureOf }, events));
            }}
            onReady={() => setIsReady(true)}
            // Not rendered again with each key.
            onChange={(content) => draft.change({ ...saver.body, content })}
          />
          <ContentError />
        </section>
        <div className="grid gap-4 content-start">
          <PublishBox
            {...{ post, draft, onChangedElsewhere }}
            action={publish}
            onConfirm={form.confirm}
            failure={form.failure}
          />
          <section className="staff-box post-side" aria-labelledby="post-picture">
            <h2 id="post-picture">Picture</h2>
            <PictureFields
              label="Picture of the post"
              url={body.hero_image_url}
              alt={body.hero_alt}
              names={{ url: 'hero_image_url', alt: 'hero_alt' }}
              onChange={({ url, alt }) => change({ hero_image_url: url, hero_alt: alt })}
            />
          </section>
          <section className="staff-box post-side" aria-labelledby="post-about">
            <h2 id="post-about">About it</h2>
            <TextField label="Topics" optional hint="With a comma between them." {...of('categories')} />
            <TextAreaField
              label="In one sentence"
              rows={3}
              limit={POST_LIMITS.description}
              {...of('description')}
            />
          </section>
        </div>
      </ActionFields>
      {opened === 'PREVIEW' && <PostPreview post={post} draft={body} onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'PREVIEW' && (
        <FigureSheet
          figure={opened}
          onClose={() => setOpened(null)}
          onDone={(figure) => {
            setOpened(null);
            article.current?.putFigure(figure);
          }}
        />
      )}
    </div>
  );
}

/** A picture that is dropped or pasted into the text: a file of this site. */
const pictureOf = async (file: File) => ({
  imageBlock: { url: await uploadPicture(file), alt: '', caption: '' },
});

/** The editor has no field of its own that could be marked. */
const ContentError = () => <FieldError id="post-content" error={useFieldError('content', null)} />;

type ConflictProps = { mine: PostDraft; theirs: PostDraft; onResolve: (draft: PostDraft) => void };

function PostConflict({ mine, theirs, onResolve }: ConflictProps) {
  const lineOf = ({ title, description, categories }: PostDraft) => (
    <p className="mt-3 wrap-anywhere">{[title, description, categories].join(' · ')}</p>
  );
  return (
    <div className="staff-box pt-4">
      <DraftConflict
        what="post"
        mine={mine.content}
        theirs={theirs.content}
        below={{ mine: lineOf(mine), theirs: lineOf(theirs) }}
        onResolve={(content, keeps) => onResolve({ ...(keeps === 'THEIRS' ? theirs : mine), content })}
      />
    </div>
  );
}
