-- News. What the house writes by itself is a kind and facts, put into words when it is read; what staff write has its words with it. There is
-- one article of a kind for a subject and a day, so that the job may come twice, or late. Times are epoch milliseconds.
create table articles (
  article_id uuid primary key,
  -- 'editorial' is what staff wrote; its subject is its draft.
  kind text not null,
  subject text not null,
  day date not null,
  tag text not null check (tag in ('market', 'company', 'trading', 'offering', 'house')),
  facts json,
  -- What is listed one by one.
  items json,
  -- By language: a title and a body.
  texts json,
  -- Ids of the instruments that it mentions.
  instruments text[] not null,
  -- By language: its words as they were when it was written, without case and accents, for those who look for it.
  words json not null,
  venue text not null check (venue in ('SIM', 'REPLAY')),
  published_at bigint not null,
  staff_id uuid references staff,
  approval_id uuid references approvals,
  constraint article_is_made_or_written check (
    case kind when 'editorial' then num_nulls(texts, staff_id, approval_id) = 0 and num_nonnulls(facts, items) = 0
              else num_nulls(facts, items) = 0 and num_nonnulls(texts, staff_id, approval_id) = 0 end)
);
create unique index articles_once on articles (kind, subject, day);
create index articles_newest on articles (published_at desc, article_id desc);
create index articles_mentioning on articles using gin (instruments);
create trigger articles_append_only before update or delete on articles for each statement execute function refuse_change();
create trigger articles_are_not_truncated before truncate on articles for each statement execute function refuse_change();

-- Articles of staff while they are written.
create table article_drafts (
  draft_id uuid primary key,
  tag text not null check (tag in ('market', 'company', 'trading', 'offering', 'house')),
  instruments text[] not null,
  -- By language: a title and a body, either of which may be empty.
  texts json not null,
  -- Counts the times it was saved; whoever saves or publishes it says which of them they read.
  version integer not null check (version > 0),
  written_by uuid not null references staff,
  changed_by uuid not null references staff,
  created_at bigint not null,
  changed_at bigint not null,
  published_as uuid references articles,
  dropped_at bigint,
  check (published_as is null or dropped_at is null)
);
create index article_drafts_open on article_drafts (changed_at) where published_as is null and dropped_at is null;

-- Articles that staff have taken back. Nobody can read them any more; that they were there stays.
create table article_withdrawals (
  article_id uuid primary key references articles,
  reason text not null,
  note text,
  withdrawn_at bigint not null,
  staff_id uuid not null references staff
);
create trigger article_withdrawals_append_only before update or delete on article_withdrawals for each statement execute function refuse_change();
create trigger article_withdrawals_are_not_truncated before truncate on article_withdrawals for each statement
  execute function refuse_change();

do $$
begin
  revoke update, delete on articles, article_withdrawals from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
