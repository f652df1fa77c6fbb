-- How answers came: from the client, filled in together with staff, or on a signed sheet, with its date and who signed it.
alter table submissions
  add column source text not null default 'CLIENT'
    constraint known_source check (source in ('CLIENT', 'TOGETHER', 'PAPER')),
  add column recorded_by uuid references staff,
  add column signed_on date,
  add column signed_by text constraint signer_is_a_name check (length(signed_by) between 1 and 100),
  add constraint paper_has_date_and_signer check ((source = 'PAPER') = (signed_on is not null and signed_by is not null));
