-- The browser and system of a session, as 'Firefox on Windows', so that clients recognize their sessions; null if unknown.
alter table logins add column browser text;
