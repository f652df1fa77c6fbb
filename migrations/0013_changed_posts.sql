-- When a published post was last changed; null if never. Feed readers and search engines compare it.
alter table posts add column updated_at timestamptz;
