-- The online room of one booking, which wins over that of the practice (the setting 'online').
alter table bookings add column room_url text;
