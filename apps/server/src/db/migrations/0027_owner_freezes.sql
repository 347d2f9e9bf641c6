-- Who froze an account: its owner can undo only what the owner did. Null on an account that is not frozen, or that staff
-- froze before this was kept.

alter table books add column frozen_by text check (frozen_by in ('owner', 'staff'));
