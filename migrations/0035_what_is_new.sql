-- What clients did since a member of staff has last looked, from what is recorded already (docs/rules.md §9).
alter table staff add column news_seen_at timestamptz;
create index history_of_clients on booking_history (at) where
  cause in ('paid', 'client rescheduled', 'client cancelled', 'account deleted');
create index submissions_by_time on submissions (submitted_at);
create index shared_notes_by_time on bookings (client_notes_shared_at) where client_notes_shared_at is not null;
