import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import BlogPage from '#web/blog/blog-page.tsx';
import PostPage from '#web/blog/post-page.tsx';

const textOf = (page: typeof BlogPage | typeof PostPage, loaderData: object) => {
  const Page = page as unknown as (props: { loaderData: object }) => React.ReactElement;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Page loaderData={loaderData} /> }]);
  return renderToString(<Stub />);
};

describe('blog', () => {
  it('says that there are no posts yet', () => {
    expect(textOf(BlogPage, { posts: [] })).toContain('No blog posts available yet.');
  });

  it('says that there is no post at an address', () => {
    const html = textOf(PostPage, { post: null });
    expect(html).toContain('Blog Post Not Found');
    expect(html).toContain('The blog post you are looking for does not exist.');
    expect(html).toContain('Return to Blog List');
  });

  it('shows a post without date, categories or text, and one with a video', () => {
    const head = {
      title: 'A very long title that was given to this post without thinking of phones',
      path: '/blog/a',
      description: '',
      author: 'Nalini Brandt',
      date: '',
      published: null,
      picture: 'https://pictures.example/a.jpg',
      picture_alt: 'A',
      categories: [],
      share_image: null,
    };
    const bare = textOf(PostPage, { post: { ...head, blocks: [] } });
    expect(bare).not.toContain('<time');
    expect(bare).not.toContain('Categories');
    const video = { kind: 'video', src: 'https://www.youtube.com/embed/x' };
    expect(textOf(PostPage, { post: { ...head, blocks: [video] } })).toContain('src="https://www.youtube');
  });
});
