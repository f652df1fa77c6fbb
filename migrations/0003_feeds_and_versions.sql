-- Private calendar feeds, and versions of what everybody reads.

-- One secret address per client under which her calendar program reads her bookings. Only its hash is kept: the
-- address is shown once, a new one replaces it, deleting the row revokes it.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null constraint one_feed_per_token unique,
  created_at timestamptz not null
);

-- A new random version with each change of public content, so that each process can keep what it read for as long as
-- it is true: asking for one value is cheaper than reading the list, and never wrong. Random, because a number that
-- was rolled back would come again with other content.
create table content_versions (
  noun text primary key,
  version uuid not null default gen_random_uuid()
);
insert into content_versions (noun) values ('services'), ('rules'), ('posts'), ('events');

create function change_content_version() returns trigger language plpgsql as $$
begin
  update content_versions set version = gen_random_uuid() where noun = tg_argv[0];
  return null;
end $$;
create trigger services_change after insert or update or delete or truncate on services
  for each statement execute function change_content_version('services');
create trigger rules_change after insert or update or delete or truncate on rules
  for each statement execute function change_content_version('rules');
create trigger closures_change after insert or update or delete or truncate on closures
  for each statement execute function change_content_version('rules');
create trigger posts_change after insert or update or delete or truncate on posts
  for each statement execute function change_content_version('posts');
create trigger events_change after insert or update or delete or truncate on events
  for each statement execute function change_content_version('events');
