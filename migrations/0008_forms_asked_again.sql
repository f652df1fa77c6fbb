-- A practice may ask once more for a form that it has changed: answers to a version before this one do not count then.
-- They stay where they are, and their client can read them.
alter table forms add column asked_since_version integer not null default 1;
