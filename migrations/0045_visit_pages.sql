-- Wrong endings of the phone number that were typed on the pages of a client's visits, since the last right one.
alter table users add column phone_tries smallint not null default 0;
