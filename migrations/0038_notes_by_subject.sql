-- The notes of a visit, or of a contact, are found by what they are about: each save reads them.
create index notes_by_subject on session_notes ((coalesce(booking_id, amends, id)));
