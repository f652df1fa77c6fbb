-- Time off that repeats: its dates, which are closures of their own, have one series.
alter table closures add column series_id uuid;
