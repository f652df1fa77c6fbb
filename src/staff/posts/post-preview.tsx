import type { MouseEvent } from 'react';
import { practice } from '#content/public/practice.ts';
import type { StaffPost } from '#contract/posts.schemas.ts';
import { articleBlocksOf, type Block } from '#domain/text/rich-text.ts';
import { formatCalendarDate } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type PostDraft, topicsOf } from '#staff/posts/post-draft.ts';
import { PostArticle } from '#web/blog/post-article.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { now } from '#web/ui/use-now.ts';
import './posts.css';

type PreviewProps = { post: StaffPost; draft: PostDraft; onClose: () => void };

/** What visitors will see, by what shows it to them. */
export function PostPreview({ post, draft, onClose }: PreviewProps) {
  const date = post.published_on ?? localDateOf(post.publish_at ?? now(), practice.zone);
  // The page of staff has no other pages of the site.
  const stay = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (link && link.target !== '_blank') {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <Dialog open width="wide" title="As visitors see it" onClose={onClose}>
      <div className="post-preview" onClickCapture={stay}>
        <PostArticle
          post={{
            title: draft.title,
            date: formatCalendarDate(date),
            published: date,
            author: post.author,
            categories: topicsOf(draft.categories),
            picture: draft.hero_image_url,
            picture_alt: draft.hero_alt,
            blocks: articleBlocksOf(draft.content).map(withoutFrame),
          }}
        />
      </div>
    </Dialog>
  );
}

/** The staff area loads no other site (docs/security.md): a video is its link there. */
function withoutFrame(block: Block): Block {
  if (block.kind !== 'video') return block;
  return {
    kind: 'paragraph',
    inlines: [{ kind: 'text', text: `Video: ${block.src}`, marks: [], link: block.src }],
  };
}
