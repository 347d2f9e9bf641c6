-- How members of staff like to look at a list: what its screen is narrowed by and ordered by, under a name of their own.
create table staff_views (
  view_id uuid primary key,
  staff_id uuid not null references staff,
  screen text not null check (screen ~ '^[a-z]{1,20}$'),
  name text not null check (char_length(name) between 1 and 40),
  -- The query of the address, without what was open in it.
  query text not null check (char_length(query) between 1 and 500),
  saved_at bigint not null
);
create index staff_views_own on staff_views (staff_id, screen, saved_at);
