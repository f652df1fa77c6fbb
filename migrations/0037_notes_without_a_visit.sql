-- A session note can be about a contact without a visit, such as a phone call (docs/rules.md §9).
alter table session_notes
  alter column booking_id drop not null,
  add column contact text constraint known_contact check (contact in ('PHONE', 'EMAIL', 'OTHER')),
  add constraint about_a_visit_or_a_contact check ((booking_id is null) = (contact is not null));
