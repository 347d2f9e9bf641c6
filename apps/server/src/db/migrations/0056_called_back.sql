-- An exchange that is called back is converted back at the rate of that moment: what went back, and at which rate.
-- Until now all of it went back.
alter table transfers
  add column returned bigint,
  add column return_rate bigint;
update transfers set returned = amount where status in ('failed', 'cancelled');
alter table transfers
  add constraint ended_transfer_says_what_went_back check (
    (returned is not null) = (status in ('failed', 'cancelled')) and (returned is null or returned between 0 and amount)
    and (return_rate is null or (status = 'cancelled' and return_rate > 0))
  );
