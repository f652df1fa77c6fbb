-- Dates on which a rule does not open, and what clients read about time off.

create table skipped_dates (
  rule_id uuid not null references rules,
  date date not null,
  reason text not null default '',
  primary key (rule_id, date)
);
create trigger skipped_dates_change after insert or update or delete or truncate on skipped_dates
  for each statement execute function change_content_version('rules');

-- Null: clients read only that the practice is closed.
alter table closures add column public_text text;
