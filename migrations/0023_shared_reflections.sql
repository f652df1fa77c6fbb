-- The client lets the practitioner read the reflection on this visit; null: it is the client's alone (docs/rules.md §7).
alter table bookings add column client_notes_shared_at timestamptz;

-- What staff have written and not signed, for Needs attention.
create index session_notes_unsigned on session_notes (booking_id) where amends is null and signed_at is null;
