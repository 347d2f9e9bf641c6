-- What the rules were given when they looked at papers, without the person; null of looks before this was kept.
alter table kyc_reviews add column inputs jsonb;
