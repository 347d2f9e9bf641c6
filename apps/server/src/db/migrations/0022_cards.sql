-- Where money may leave to. Every version of a card is a row; the newest is the one that counts, and an older one stays
-- as long as what was paid to it. Names, numbers and addresses stand here sealed only; a destination is found again by
-- its fingerprint. Times are epoch milliseconds of the real clock.

create table cards (
  account_id bigint not null references accounts (account_id),
  id uuid not null,
  version integer not null check (version > 0),
  type text not null check (type in ('bank', 'vm')),
  status text not null check (status in ('checking', 'active', 'rejected', 'removed')),
  reason text,
  -- How the holder's name compared with the customer's; null for an address.
  name_match text check (name_match in ('same', 'similar', 'different')),
  sealed bytea not null,
  fingerprint bytea not null,
  added_at bigint not null,
  -- When the rules look at it, and from when on a person does.
  review_at bigint not null,
  queued_at bigint,
  -- Before this moment no money leaves to it.
  cooling_until bigint not null,
  changed_at bigint not null,
  superseded_at bigint,
  primary key (account_id, id, version),
  check ((reason is not null) = (status = 'rejected') or status = 'removed')
);
create unique index cards_current on cards (account_id, id) where superseded_at is null;
create unique index cards_destination on cards (account_id, fingerprint) where superseded_at is null and status <> 'removed';
create index cards_due on cards (review_at) where status = 'checking' and superseded_at is null and queued_at is null;
