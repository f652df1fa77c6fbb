-- Which clients may book a service. Known are those with a completed visit, and those whom staff have marked.
alter table services add column audience text not null default 'EVERYONE'
  constraint services_audience_check check (audience in ('EVERYONE', 'NEW', 'KNOWN'));
alter table users add column marked_known boolean not null default false;
