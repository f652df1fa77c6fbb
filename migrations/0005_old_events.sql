-- Events that were acted upon go after a while: found without reading those that stay.
create index webhook_events_to_delete on webhook_events (processed_at) where processed_at is not null;
