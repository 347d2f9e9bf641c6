-- The reasons why a case is looked at by a person are its risk flags, here as everywhere else.
alter table review_cases rename column doubts to risk_flags;
