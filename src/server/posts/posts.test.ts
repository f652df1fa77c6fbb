import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Blog } from '#contract/blog.schemas.ts';
import type { BodyOf } from '#contract/call.ts';
import type { StaffPost } from '#contract/posts.schemas.ts';
import {
  staffAuditLog,
  staffCreatePost,
  staffPost,
  staffPosts,
  staffPublishPost,
  staffRemovePost,
  staffSavePost,
  staffUnpublishPost,
  staffUploadPicture,
} from '#contract/staff.calls.ts';
import { cleanLine } from '#domain/text/typed-text.ts';
import type { Db } from '#server/db/pool.ts';
import { detailsOf, testApp, type TestStaff } from '#tests/support/app.ts';
import { sampleJpeg } from '#tests/support/sample-jpeg.ts';
import { waitForWaiters } from '#tests/support/shop.ts';
import { withoutConditionsOn, withoutRowLocks } from '#tests/support/without.ts';
import { PAYLOADS, URL_PAYLOADS } from '#tests/support/xss-payloads.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { publishPosts } from '../jobs/publish-posts.ts';
import { publishDuePost } from './publish-posts.ts';

const app = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock, deps, visit } = app;
let staff: TestStaff;
/** The sessions of staff end when the clock goes far. */
async function goTo(moment: Date): Promise<void> {
  clock.set(moment);
  staff = await app.signInStaff();
}
const START = clock.now();
const samples = (await db.selectFrom('posts').select('id').execute()).map(({ id }) => id);
const DAY = 86_400_000;

type Fields = Omit<BodyOf<typeof staffSavePost>, 'version'>;
const TEA: Fields = {
  title: 'A pot for two',
  description: 'What to do with a wet Sunday.',
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: 'A cup',
  categories: ['Herbalism', 'Tea'],
  content: JSON.stringify({ ops: [{ insert: 'Warm words.\n' }] }),
};
const save = (id: string, version: number, fields: Partial<Fields> = {}, by = staff) =>
  by.call(staffSavePost, { params: { id }, body: { version, ...TEA, ...fields } });
const read = async (id: string) => (await staff.call(staffPost, { params: { id } })).json;
const act = () => ({ action_id: randomUUID() });
const publish = (
  { id, version }: { id: string; version: number },
  at: BodyOf<typeof staffPublishPost>['at'] = null,
) => staff.call(staffPublishPost, { params: { id }, body: { ...act(), version, at } });
const unpublish = ({ id }: { id: string }) => staff.call(staffUnpublishPost, { params: { id }, body: act() });
const remove = ({ id, version }: { id: string; version: number }) =>
  staff.call(staffRemovePost, { params: { id }, body: { ...act(), version } });
/** A draft with these fields. */
async function write(fields: Partial<Fields> = {}): Promise<StaffPost> {
  const { json } = await staff.call(staffCreatePost, { body: act() });
  await save(json.id, json.version, fields);
  return await read(json.id);
}
const blogs = async () => (await visit('/get-blogs')).json<Blog[]>();
const onBlog = async ({ id }: { id: string }) => (await blogs()).find((blog) => blog.id === id);
const AT_EIGHT = { date: '2026-03-12', time: '08:00' };
const EIGHT = new Date('2026-03-12T15:00:00Z');

beforeEach(async () => {
  await goTo(START);
  await db.deleteFrom('post_drafts').where('id', 'not in', samples).execute();
  await db.deleteFrom('posts').where('id', 'not in', samples).execute();
});

describe('a post', () => {
  test('is begun once, written, published, changed, made a draft again and deleted', async () => {
    const body = act();
    const { json: begun, status } = await staff.call(staffCreatePost, { body });
    expect(status).toBe(201);
    expect((await staff.call(staffCreatePost, { body })).json.id).toBe(begun.id);
    expect((await save(begun.id, begun.version)).status).toBe(200);
    const draft = await read(begun.id);
    expect(draft).toMatchObject({ ...TEA, content: { ops: [{ insert: 'Warm words.\n' }] }, state: 'DRAFT' });
    expect(await onBlog(draft)).toBeUndefined();

    expect((await publish(draft)).json).toMatchObject({ state: 'PUBLISHED', has_changes: false });
    expect((await blogs())[0]).toEqual({
      id: draft.id,
      title: 'A pot for two',
      description: 'What to do with a wet Sunday.',
      author: 'Nalini Brandt',
      publish_date: '2026-03-02T12:00:00.000Z',
      hero_image_url: '/art/blog-ginger.svg',
      hero_alt: 'A cup',
      og_image_url: null,
      categories: ['Herbalism', 'Tea'],
      url_path: 'a-pot-for-two',
      content: { ops: [{ insert: 'Warm words.\n' }] },
    });
    expect((await visit('/blog/feed.xml')).body).toContain('<title>A pot for two</title>');
    expect((await visit('/sitemap.xml')).body).toContain('/blog/a-pot-for-two</loc>');

    // What is typed into a published post is a draft. Its address, its date and its id stay.
    await goTo(new Date(START.getTime() + DAY));
    await save(draft.id, draft.version, { title: 'A pot for three' });
    const written = await read(draft.id);
    expect(written).toMatchObject({ state: 'PUBLISHED', has_changes: true, slug: 'a-pot-for-two' });
    expect((await onBlog(draft))?.title).toBe('A pot for two');
    await publish(written);
    expect(await onBlog(draft)).toMatchObject({
      title: 'A pot for three',
      url_path: 'a-pot-for-two',
      publish_date: '2026-03-02T12:00:00.000Z',
      updated_at: clock.now().toISOString(),
    });

    await save(draft.id, written.version, { title: 'A pot for four' });
    expect((await unpublish(draft)).json).toMatchObject({
      state: 'DRAFT',
      title: 'A pot for four',
      slug: null,
    });
    expect(await onBlog(draft)).toBeUndefined();
    expect((await visit('/blog/feed.xml')).body).not.toContain('A pot for');
    expect((await remove(await read(draft.id))).status).toBe(204);
    expect((await staff.call(staffPost, { params: draft })).status).toBe(404);
  });

  test('that was on the blog before is written, made a draft and deleted like any other', async () => {
    const [there] = (await staff.call(staffPosts)).json.posts.filter(({ state }) => state === 'PUBLISHED');
    const { version, ...post } = await read(there!.id);
    expect([version, post.published_on]).toEqual([0, expect.stringMatching(/^2026-/)]);
    const before = await onBlog(post);
    await save(post.id, 0, { title: 'A pot of its own' });
    await publish({ id: post.id, version: 1 });
    // The old share picture has the old title drawn into it.
    expect(await onBlog(post)).toMatchObject({ og_image_url: null, url_path: before!.url_path });
    expect((await unpublish(post)).json).toMatchObject({ state: 'DRAFT', version: 1 });
    expect((await remove({ id: post.id, version: 1 })).status).toBe(204);
  });

  test('is listed with its state: to come, drafts, then the newest', async () => {
    const planned = await write({ title: 'A pot to come' });
    await publish(planned, AT_EIGHT);
    const draft = await write({ title: 'A pot of drafts' });
    const shown = await write({ title: 'A pot now' });
    await publish(shown);
    const { posts } = (await staff.call(staffPosts)).json;
    expect(posts.slice(0, 3).map(({ id, state, publish_at }) => [id, state, publish_at])).toEqual([
      [planned.id, 'SCHEDULED', EIGHT.toISOString()],
      [draft.id, 'DRAFT', null],
      [shown.id, 'PUBLISHED', null],
    ]);
  });

  test('has an address of its own: the second of two with one title is refused', async () => {
    await publish(await write());
    const second = await write({ title: 'A pot, for two!' });
    const refused = await publish(second);
    expect([refused.status, refused.json.code]).toEqual([409, 'SLUG_TAKEN']);
    const third = await write({ title: 'A pot to come' });
    await publish(third, AT_EIGHT);
    expect((await publish(await write({ title: 'A pot to come' }))).json.code).toBe('SLUG_TAKEN');
    // A plan that was taken back frees it.
    await unpublish(third);
    expect((await publish(await write({ title: 'A pot to come' }))).status).toBe(200);
  });

  test.each([
    ['title', { title: '???' }],
    ['description', { description: ' ' }],
    ['hero_image_url', { hero_image_url: '' }],
    ['content', { content: '{"ops":[{"insert":"\\n\\n"}]}' }],
  ])('is not published without %s, and says so at its field', async (field, fields) => {
    const { status, json } = await publish(await write(fields));
    expect([status, json.code]).toEqual([422, 'INVALID_INPUT']);
    expect(json.details).toEqual({ [field]: expect.stringMatching(/\w/) as string });
  });

  test.each([
    ['title', { title: 'x'.repeat(151) }],
    ['hero_image_url', { hero_image_url: '/art/dark/../blog-x.svg' }],
    ['hero_image_url', { hero_image_url: 'https://pictures.example/a.jpg' }],
    ['categories', { categories: Array.from({ length: 9 }, (_, n) => `T${n}`) }],
  ])('is not saved with a wrong %s', async (field, fields) => {
    const { json } = await staff.call(staffCreatePost, { body: act() });
    const refused = await save(json.id, 1, fields);
    expect([refused.status, refused.json.details]).toEqual([
      422,
      { [field]: expect.stringMatching(/\w/) as string },
    ]);
    expect((await read(json.id)).version).toBe(1);
  });

  test('of too many lines, or too large, is refused', async () => {
    const { id, version } = await write();
    expect((await save(id, version, { content: 'x\n'.repeat(20_001) })).json.code).toBe('NOTE_TOO_LONG');
    expect((await save(id, version, { content: 'x'.repeat(600_000) })).status).toBe(413);
  });

  test('is recorded: what staff did with which post', async () => {
    await publish(await write());
    const { rows } = (await staff.call(staffAuditLog, { query: {} })).json;
    const texts = rows.map(({ via, text }) => `${via} ${text}`);
    expect(texts).toContain('WEB published the post “A pot for two”');
  });
});

describe('two tabs', () => {
  test('do not overwrite each other: the second gets both texts', async () => {
    const { id, version } = await write();
    expect((await save(id, version, { title: 'A pot, first' })).status).toBe(200);
    const late = await save(id, version, { title: 'A pot, second' });
    expect([late.status, late.json.code]).toEqual([409, 'POST_CHANGED']);
    expect(detailsOf<StaffPost>(late)).toMatchObject({ title: 'A pot, first', version: version + 1 });
    for (const refused of [await publish({ id, version }), await remove({ id, version })]) {
      expect([refused.status, refused.json.code]).toEqual([409, 'POST_CHANGED']);
      expect(detailsOf<StaffPost>(refused).title).toBe('A pot, first');
    }
  });

  /** Three tabs save one version; each goes as far as it can before the first finishes. */
  async function saveAtOnce(by: TestStaff): Promise<number> {
    const { id, version } = await write();
    const first = await db.startTransaction().execute();
    await first.selectFrom('post_drafts').select('id').where('id', '=', id).forUpdate().execute();
    const saves = ['A pot', 'A pan', 'A kettle'].map((title) => save(id, version, { title }, by));
    await waitForWaiters(app, 3);
    await first.commit().execute();
    return (await Promise.all(saves)).filter(({ status }) => status === 200).length;
  }

  test('at once: one is saved', async () => {
    expect(await saveAtOnce(staff)).toBe(1);
  });

  test('control: without its version one overwrites another', async () => {
    const change = (of: Db) => withoutConditionsOn(of, 'version');
    const careless = await testApp({ besides: app, change });
    expect(await saveAtOnce(await careless.signInStaff())).toBeGreaterThan(1);
  });
});

describe('a post that is planned for a time', () => {
  const runJob = () => publishPosts.run(deps, clock.now());

  test('is published by a job then, with its day, and recorded', async () => {
    await goTo(new Date('2026-03-10T18:00:00Z'));
    const post = await write();
    expect((await publish(post, AT_EIGHT)).json).toMatchObject({
      state: 'SCHEDULED',
      publish_at: EIGHT.toISOString(),
      slug: 'a-pot-for-two',
    });
    // Changed until then. Its address stays.
    await save(post.id, post.version, { title: 'A pot for three' });
    clock.set(new Date(EIGHT.getTime() - 1));
    expect(await runJob()).toBe(0);
    expect(await onBlog(post)).toBeUndefined();
    await goTo(EIGHT);
    expect(await runJob()).toBe(1);
    expect(await onBlog(post)).toMatchObject({
      title: 'A pot for three',
      url_path: 'a-pot-for-two',
      publish_date: '2026-03-12T12:00:00.000Z',
    });
    expect(await runJob()).toBe(0);
    const { rows } = (await staff.call(staffAuditLog, { query: {} })).json;
    expect(rows[0]).toMatchObject({ via: 'JOB', text: 'published the post “A pot for three”' });
  });

  test('stays complete, has a time to come that exists, and is not planned once it is published', async () => {
    await goTo(new Date('2026-03-02T18:00:00Z'));
    const post = await write();
    for (const [at, field] of [
      [{ date: '2026-03-02', time: '09:59' }, 'time'],
      [{ date: '2026-03-08', time: '02:30' }, 'time'],
      [{ date: '2046-03-08', time: '10:00' }, 'date'],
    ] as const)
      expect((await publish(post, at)).json.details).toEqual({ [field]: expect.any(String) as string });
    await publish(post, AT_EIGHT);
    const refused = await save(post.id, post.version, { title: '' });
    expect(refused.json.details).toEqual({ title: expect.any(String) as string });
    await publish(post);
    await save(post.id, post.version, { title: 'A pot of changes' });
    expect((await publish({ ...post, version: post.version + 1 }, AT_EIGHT)).json.code).toBe('NOT_POSSIBLE');
  });

  test('is not published by a process that read it before staff changed their mind', async () => {
    const post = await write();
    await publish(post, AT_EIGHT);
    await unpublish(post);
    await publishDuePost(db, post.id, EIGHT);
    expect(await onBlog(post)).toBeUndefined();
  });

  /** Four processes run the job at once; each goes as far as it can before the first finishes. */
  async function runInFour(change?: (of: Db) => Db): Promise<number> {
    await goTo(new Date('2026-03-10T18:00:00Z'));
    const post = await write();
    await publish(post, AT_EIGHT);
    const processes = await Promise.all(
      [1, 2, 3, 4].map(() => testApp({ besides: app, ...(change && { change }) })),
    );
    const first = await db.startTransaction().execute();
    await first.selectFrom('post_drafts').select('id').where('id', '=', post.id).forUpdate().execute();
    const runs = processes.map((one) => publishPosts.run(one.deps, EIGHT));
    await waitForWaiters(app, 4);
    await first.commit().execute();
    await Promise.all(runs);
    expect(await onBlog(post)).toBeDefined();
    const done = await db
      .selectFrom('staff_actions')
      .select('id')
      .where('object_id', '=', post.id)
      .where('via', '=', 'JOB')
      .execute();
    return done.length;
  }

  test('is published exactly once by four processes', async () => {
    expect(await runInFour()).toBe(1);
  });

  test('control: without the lock it is published several times', async () => {
    expect(await runInFour(withoutRowLocks)).toBeGreaterThan(1);
  });
});

describe('a picture', () => {
  const upload = (bytes: Buffer) =>
    staff.call(staffUploadPicture, { body: { jpeg: bytes.toString('base64') } });

  test('is kept as a file of its own, shown by a post, and shared with it', async () => {
    const { status, json } = await upload(sampleJpeg());
    expect(status).toBe(201);
    const file = await visit(new URL(json.url).pathname);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const post = await write({ hero_image_url: json.url });
    await publish(post);
    expect((await onBlog(post))?.hero_image_url).toBe(json.url);
  });

  test.each([
    ['no picture', Buffer.from('GIF89a')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['half of one', sampleJpeg().subarray(0, 40)],
    ['nothing', Buffer.alloc(0)],
  ])('is refused: %s', async (_, bytes) => {
    const { status, json } = await upload(bytes);
    expect([status, json.code]).toEqual([422, 'PHOTO_REFUSED']);
  });

  test('that no post and no draft shows goes after a week, one that is shown stays', async () => {
    const [hero, inText, unused] = await Promise.all(
      [1, 2, 3].map(async () => (await upload(sampleJpeg())).json.url),
    );
    const figure = { insert: { imageBlock: { url: inText, alt: '', caption: '' } } };
    const content = JSON.stringify({ ops: [figure, { insert: 'x\n' }] });
    await write({ hero_image_url: hero!, content });
    clock.advance(7 * DAY - 1);
    await cleanUp.run(deps, clock.now());
    clock.advance(2);
    await cleanUp.run(deps, clock.now());
    // The next run removes what has been recorded for an hour.
    clock.advance(DAY);
    await cleanUp.run(deps, clock.now());
    const found = async (url: string | undefined) => (await visit(new URL(url!).pathname)).statusCode;
    expect([await found(hero), await found(inText), await found(unused)]).toEqual([200, 200, 404]);
  });
});

test('S7: a payload in each field stays words, and is no address', async () => {
  const { id } = (await staff.call(staffCreatePost, { body: act() })).json;
  let version = 1;
  for (const bad of PAYLOADS) {
    const ops = [
      { insert: bad, attributes: { link: bad } },
      { insert: { imageBlock: { url: bad, alt: bad, caption: bad } } },
      { insert: { video: bad } },
      { insert: { image: bad }, attributes: { alt: bad } },
      { insert: '\n', attributes: { header: bad, list: bad } },
    ];
    const short = bad.slice(0, 60);
    const fields = { title: bad, description: bad, hero_alt: bad, categories: [short] };
    const saved = await save(id, version, { ...fields, content: JSON.stringify({ ops }) });
    expect([bad, saved.status]).toEqual([bad, 200]);
    ({ version } = saved.json);
    const { content, title } = await read(id);
    expect(title).toBe(cleanLine(bad));
    // Anything else that begins so is text.
    expect(JSON.stringify(content)).not.toMatch(
      /"(?:link|video|url|image)":"\s*(?:javascript|data|vbscript):/i,
    );
  }
  for (const hero_image_url of URL_PAYLOADS.filter((url) => url.trim() !== ''))
    expect([hero_image_url, (await save(id, version, { hero_image_url })).status]).toEqual([
      hero_image_url,
      422,
    ]);
  await publish({ id, version });
  expect(await sql`select 1 from posts where id = ${id}`.execute(db)).toMatchObject({ rows: [{}] });
  expect((await visit('/blog/feed.xml')).body).not.toContain('<img');
});
