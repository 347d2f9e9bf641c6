-- What staff said to many customers at once. The message in each message centre names the broadcast; its words are here.
-- Times are epoch milliseconds.
create table broadcasts (
  broadcast_id uuid primary key,
  segment text not null check (segment in ('everybody', 'identified', 'country', 'holders')),
  value text,
  -- By language: a title and a body.
  texts json not null,
  recipients bigint not null,
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  approval_id uuid not null references approvals,
  check ((segment in ('country', 'holders')) = (value is not null))
);
create index broadcasts_newest on broadcasts (at);
create trigger broadcasts_append_only before update or delete on broadcasts for each statement execute function refuse_change();

-- What stands above the screens of the app until it is taken down.
create table banners (
  banner_id uuid primary key,
  -- Null for every screen.
  market text,
  texts json not null,
  at bigint not null,
  lowered_at bigint,
  staff_id uuid not null references staff
);
create index banners_standing on banners (at) where lowered_at is null;
