-- Attempts at the questions that come before the first position on margin: which were drawn, what was answered, and the
-- result. Answers are a digit for each question, its place counted from zero. Times are epoch milliseconds of the write
-- path's clock. Nobody has two attempts open, so that nobody can choose among draws.
create table suitability_attempts (
  account_id bigint not null,
  id uuid not null,
  status text not null check (status in ('open', 'passed', 'failed', 'replaced')),
  pool_version text not null,
  questions text[] not null,
  answers text,
  right_answers bigint,
  begun_at bigint not null,
  handed_in_at bigint,
  valid_until bigint,
  primary key (account_id, id),
  constraint suitability_result_is_whole check (
    num_nulls(answers, right_answers, handed_in_at) = case when status in ('passed', 'failed') then 0 else 3 end),
  constraint suitability_answers_are_whole check (length(answers) = cardinality(questions)),
  constraint suitability_passed_is_valid check ((valid_until is not null) = (status = 'passed'))
);
create unique index suitability_open on suitability_attempts (account_id) where status = 'open';
-- What was handed in stays as it is.
create trigger suitability_attempts_once before update on suitability_attempts for each row
  when (old.status <> 'open') execute function refuse_change();

-- Of accounts that opened positions on margin before there were questions, the newest such order; later ones are checked
-- for a result.
create table suitability_introduction (account_id bigint primary key, last_order_at bigint not null);
insert into suitability_introduction select account_id, max(accepted_at) from orders where margin_action = 'open' group by account_id;

do $$
begin
  revoke delete on suitability_attempts from rueda_app;
  revoke insert, update, delete on suitability_introduction from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
