-- The limits of a day are among the facts of every slot, which each process reads anew with another version of the rules.
create trigger practice_settings_change after insert or update or delete or truncate on practice_settings
  for each statement execute function change_content_version('rules');
