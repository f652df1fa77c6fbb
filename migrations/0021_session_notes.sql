-- What the practitioner writes for herself: a note on each visit, final once it is signed, and one pinned to the client
-- (docs/rules.md §9). Bodies are sealed with the client's key.
create table session_notes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  user_id uuid not null references users on delete cascade,
  amends uuid references session_notes on delete cascade, -- the signed note that an addendum adds to
  body bytea not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  written_by uuid not null references staff,
  signed_by uuid references staff,
  signed_at timestamptz,
  constraint addenda_are_signed check (amends is null or signed_at is not null),
  constraint signed_by_someone check ((signed_by is null) = (signed_at is null))
);
create unique index one_note_per_visit on session_notes (booking_id) where amends is null;
create index session_notes_by_user on session_notes (user_id);
create index addenda on session_notes (amends) where amends is not null;

-- Erasing the client deletes signed notes too: the client is gone when the delete reaches them.
create function keep_signed_note() returns trigger language plpgsql as $$ begin
  if old.signed_at is not null
    and (tg_op = 'UPDATE' or exists (select from users where id = old.user_id))
    and coalesce(current_setting('app.merging_records', true), '') <> 'on' then
    raise exception 'signed notes are final';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger signed_notes_are_final before update or delete on session_notes
  for each row execute function keep_signed_note();

create table pinned_notes (
  user_id uuid primary key references users on delete cascade,
  body bytea not null,
  version integer not null,
  updated_at timestamptz not null,
  updated_by uuid not null references staff
);
