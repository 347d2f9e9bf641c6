-- A key that is one of an account contains it, so that its rows can lie beside each other (src/db/distribution.ts). What is drawn by these numbers
-- has them as keys of its own (ipo_applications).
alter table subscriptions drop constraint subscriptions_number_key;
alter table subscriptions add constraint subscriptions_number unique (account_id, number);
alter table complaints drop constraint complaints_number_key;
alter table complaints add constraint complaints_number unique (account_id, number);
create index complaints_by_number on complaints (number);
create index subscriptions_by_number on subscriptions (number);

-- A case lies beside what it is about.
drop index review_cases_by_id;
create index review_cases_by_id on review_cases (case_id);
drop index review_cases_open;
create unique index review_cases_open on review_cases (account_id, kind, subject_id) where closed_at is null;
create index review_cases_subject on review_cases (kind, subject_id) where closed_at is null;
