-- What the practitioner writes for a client to read: drafts, publications and suggested sessions (docs/rules.md §9).
-- `recommendations_draft` exists since 0001 and has never held anything.
alter table bookings
  add column recommendation_version integer not null default 0,
  add column published_at timestamptz,
  add column republished_at timestamptz,
  add column recommendation_withdrawn_at timestamptz;

update bookings b
set published_at = coalesce(first.at, b.end_time)
from bookings published
left join (
  select object_id, min(at) as at from audit where action = 'recommendations.publish' group by 1
) first on first.object_id = published.id::text
where published.id = b.id and b.published_recommendations is not null;

create table suggested_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  booking_id uuid not null references bookings, -- the visit whose recommendation it belongs to
  service_id uuid not null references services,
  location_type text not null check (location_type in ('FIXED_LOCATION', 'HOUSE_CALL', 'VIRTUAL')),
  around date not null, -- of the first session
  times integer not null check (times between 1 and 6),
  every_weeks integer not null default 1 check (every_weeks between 1 and 8),
  booked integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  state text not null check (state in ('OPEN', 'BOOKED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  constraint booked_at_most_times check (booked between 0 and times)
);
create unique index one_open_suggestion_per_visit on suggested_sessions (booking_id) where state = 'OPEN';
create index suggestions_by_user on suggested_sessions (user_id);
create index suggestions_by_booking on suggested_sessions (booking_id);
create index open_suggestions on suggested_sessions (around) where state = 'OPEN';
