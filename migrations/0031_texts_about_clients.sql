-- What is written about a client goes with the client: mails to the practice that name them, and what staff wrote.
alter table outbox add column about_clients uuid[] not null default '{}';

update outbox m set about_clients = array[b.user_id] from bookings b
where m.kind in ('cancelled-by-client', 'rescheduled-by-client')
  and b.id::text = split_part(m.dedupe_key, ':', 2) and b.user_id is not null;
update outbox m set about_clients = array[c.user_id] from checkouts c
where c.user_id is not null and (m.kind = 'new-booking' and m.dedupe_key = 'new-booking:' || c.id
  or exists (select from payment_notices n where n.checkout_id = c.id and m.dedupe_key = n.kind || ':' || n.cause));

-- A message may be removed, nothing else may change.
drop trigger booking_history_is_insert_only on booking_history;
create trigger booking_history_stays before delete on booking_history for each row execute function refuse_change();
create trigger booking_history_is_insert_only before update on booking_history for each row
  when (new.message is not null or to_jsonb(new) - 'message' <> to_jsonb(old) - 'message')
  execute function refuse_change();

update booking_history h set message = null from bookings b
where b.id = h.booking_id and b.user_id is null and h.message is not null;
update refunds r set reason = '' from bookings b where b.id = r.booking_id and b.user_id is null and r.reason <> '';
update offline_payments o set note = '' from bookings b
where b.id = o.booking_id and b.user_id is null and o.note <> '';
