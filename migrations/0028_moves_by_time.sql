-- The address of a class that was moved leads to where it is now.
create index booking_history_by_move on booking_history (moved_from) where moved_from is not null;
