-- A scenario laid over the market from its first start on: what it says with its moments, and the hash of the file it came from.
alter table venue_settings add column scenario text;
alter table venue_settings add column scenario_source text;
