-- Messages to many while they are written, and how far the sending of each has come. Times are epoch milliseconds.
create table broadcast_drafts (
  draft_id uuid primary key,
  segment text not null check (segment in ('everybody', 'identified', 'country', 'holders')),
  -- Of a country or of holders: which. It may still be open.
  value text,
  -- By language: a title and a body, either of which may be empty.
  texts json not null,
  -- Counts the times it was saved; whoever saves or sends it says which of them they read.
  version integer not null check (version > 0),
  written_by uuid not null references staff,
  changed_by uuid not null references staff,
  created_at bigint not null,
  changed_at bigint not null,
  sent_as uuid references broadcasts,
  dropped_at bigint,
  check (sent_as is null or dropped_at is null)
);
create index broadcast_drafts_open on broadcast_drafts (changed_at) where sent_as is null and dropped_at is null;

-- A broadcast is delivered in batches, in the order of the accounts; a batch and this row are committed together.
create table broadcast_deliveries (
  broadcast_id uuid primary key references broadcasts,
  -- Whoever came after it was sent does not get it.
  until_account bigint not null,
  -- Everybody of the segment up to this account has it.
  reached_account bigint not null,
  delivered bigint not null,
  finished_at bigint
);
create index broadcast_deliveries_open on broadcast_deliveries (broadcast_id) where finished_at is null;

-- What was sent before was delivered with its sending.
insert into broadcast_deliveries (broadcast_id, until_account, reached_account, delivered, finished_at)
select broadcast_id, 0, 0, recipients, at from broadcasts;
