-- The suggested session of a recommendation that is still a draft, sealed with the client's key like its text (docs/rules.md §9).
-- Null: the one that is published stays.
alter table bookings add column suggestion_draft bytea;
