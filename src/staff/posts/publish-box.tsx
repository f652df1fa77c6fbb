import { useState } from 'react';
import { useNavigate } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { staffPublishPost, staffRemovePost, staffUnpublishPost } from '#contract/staff.calls.ts';
import type { StaffPost } from '#contract/posts.schemas.ts';
import { addDays, isLocalDate } from '#domain/time/calendar.ts';
import { formatCalendarDate, formatDayTime } from '#domain/time/date-formats.ts';
import { clock24, parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { useOnline } from '#staff/api/use-online.ts';
import type { Draft } from '#staff/parts/use-draft.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OfflineNotice } from '#staff/parts/action-form.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { Pick } from '#staff/parts/pick.tsx';
import { type Action, useAction } from '#staff/parts/use-action.ts';
import type { PostDraft } from '#staff/posts/post-draft.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';

const { zone } = practice;
const MADE_DRAFT = { done: () => showToast('It is a draft again.') };

type BoxProps = {
  post: StaffPost;
  draft: Draft<PostDraft>;
  action: Action;
  /** Runs it unless a field is wrong. */
  onConfirm: (act: () => void) => void;
  failure: string | null;
  /** Another tab has saved a newer version. */
  onChangedElsewhere: () => void;
};

/** Publishes what is written: now, or at a time; and takes it back. */
export function PublishBox({ post, draft, action, onConfirm, failure, onChangedElsewhere }: BoxProps) {
  const { id, state, publish_at, published_on } = post;
  const { saver } = draft;
  const isOnline = useOnline();
  const [when, setWhen] = useState<'NOW' | 'LATER'>(publish_at === null ? 'NOW' : 'LATER');
  const [at, setAt] = useState(() => momentOf(publish_at));
  const [asks, setAsks] = useState<'UNPUBLISH' | 'REMOVE' | null>(null);
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const isPublished = state === 'PUBLISHED';
  const hasNews = !isPublished || post.has_changes || saver.isDirty || saver.version > post.version;
  const later = when === 'LATER' && !isPublished ? at : null;
  const of = bindFields(at, (change) => setAt({ ...at, ...change }));

  /** First what is typed: only a version that the server has is published. */
  const publish = async () => {
    const typed = await draft.flush();
    setUnsaved('message' in typed ? typed.message : null);
    if (typed.kind !== 'SAVED') return;
    const body = { version: saver.version, at: later };
    action.run(
      staffPublishPost,
      { params: { id }, body },
      {
        done: () => showToast(later ? 'It is planned.' : 'It is on the blog.'),
        refused: ({ code }) => {
          if (code === 'POST_CHANGED') onChangedElsewhere();
        },
      },
    );
  };
  return (
    <section className="staff-box post-side" aria-labelledby="post-publish">
      <h2 id="post-publish">Publish</h2>
      {publish_at !== null && (
        <p className="text-grid">
          It is published on <b>{formatDayTime(publish_at, zone)}</b>. You can change it until then.
        </p>
      )}
      {isPublished ? (
        <p className="text-grid">
          On the blog{published_on && ` since ${formatCalendarDate(published_on)}`}.{' '}
          <a href={`/blog/${post.slug}`} target="_blank" rel="noopener">
            See it
          </a>
        </p>
      ) : (
        <Pick
          legend="When"
          value={when}
          onChange={setWhen}
          choices={[
            { value: 'NOW', label: 'Now' },
            {
              value: 'LATER',
              label: 'At a time',
              reason: 'Until then it is a draft.',
              more: (
                <div className="grid gap-2.5">
                  <TextField label="Date" type="date" {...of('date')} />
                  <TextField label="Time" type="time" {...of('time')} />
                </div>
              ),
            },
          ]}
        />
      )}
      <ActionFailure action={action} failure={failure ?? unsaved} />
      <OfflineNotice />
      <Button
        wide
        busy={action.isPending}
        disabled={!isOnline || !hasNews}
        onClick={() => onConfirm(() => void publish())}
      >
        {isPublished ? 'Publish the changes' : later ? planText(later) : 'Publish'}
      </Button>
      <div className="acts">
        {publish_at !== null && (
          <TextButton
            className="act"
            disabled={!isOnline || action.isPending}
            onClick={() => action.run(staffUnpublishPost, { params: { id } }, MADE_DRAFT)}
          >
            Don’t publish it then
          </TextButton>
        )}
        {isPublished && (
          <TextButton className="act" onClick={() => setAsks('UNPUBLISH')}>
            Unpublish
          </TextButton>
        )}
        <TextButton className="act act-soft ml-auto" onClick={() => setAsks('REMOVE')}>
          Delete
        </TextButton>
      </div>
      {asks && <TakeBackSheet {...{ id, asks }} version={saver.version} onClose={() => setAsks(null)} />}
    </section>
  );
}

type SheetProps = { id: string; asks: 'UNPUBLISH' | 'REMOVE'; version: number; onClose: () => void };

/** Asks before a post disappears from the site. */
function TakeBackSheet({ id, asks, version, onClose }: SheetProps) {
  const action = useAction();
  const navigate = useNavigate();
  const params = { id };
  const remove = () =>
    action.run(
      staffRemovePost,
      { params, body: { version } },
      { done: () => navigate('/posts', { replace: true }) },
    );
  const unpublish = () => action.run(staffUnpublishPost, { params }, { done: onClose });
  return (
    <ActionSheet
      action={action}
      title={asks === 'REMOVE' ? 'Delete this post?' : 'Unpublish this post?'}
      subtitle={
        asks === 'REMOVE'
          ? 'It is gone for good, also from the site.'
          : 'It disappears from the site and is a draft again.'
      }
      confirm={asks === 'REMOVE' ? 'Delete' : 'Unpublish'}
      look="danger"
      onClose={onClose}
      onConfirm={asks === 'REMOVE' ? remove : unpublish}
    />
  );
}

/** The planned moment as it is typed; tomorrow morning without one. */
function momentOf(publish_at: string | null): { date: string; time: string } {
  if (publish_at === null) return { date: addDays(localDateOf(now(), zone), 1), time: '08:00' };
  return { date: localDateOf(publish_at, zone), time: clock24(localMinutesOf(publish_at, zone)) };
}

function planText({ date, time }: { date: string; time: string }): string {
  const minutes = parseTime(time);
  const instant = isLocalDate(date) && minutes !== null ? instantOf(date, minutes, zone) : null;
  return instant ? `Publish on ${formatDayTime(instant, zone)}` : 'Publish at that time';
}
