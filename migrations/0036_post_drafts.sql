-- What staff write of each post. posts keeps only what everybody may see, so neither a public page nor a process of the
-- version before can show a draft, and typing changes no content version.
create table post_drafts (
  id uuid primary key default gen_random_uuid(), -- that of the post, too
  title text not null default '',
  description text not null default '',
  hero_image_url text not null default '',
  hero_alt text not null default '',
  categories text[] not null default '{}',
  content jsonb not null default '{"ops": []}',
  version integer not null default 1,
  updated_at timestamptz not null,
  publish_at timestamptz, -- when a job publishes it
  slug text constraint one_draft_per_slug unique, -- while it is published or planned
  constraint planned_posts_have_a_slug check (publish_at is null or slug is not null)
);
create index post_drafts_by_time on post_drafts (publish_at) where publish_at is not null;

-- The version of the draft that is published.
alter table posts add column version integer not null default 0;
insert into post_drafts (id, title, description, hero_image_url, hero_alt, categories, content, version, updated_at, slug)
  select id, title, description, hero_image_url, hero_alt, categories, content, 0,
    coalesce(updated_at, publish_date, to_timestamp(0)), slug
  from posts;

-- Pictures that were uploaded for posts. One that no post shows is removed.
create table post_pictures (
  photo_key text primary key,
  uploaded_at timestamptz not null
);
