-- The market's instruments may be run by several processes, each of which holds a group of them. As with the leadership, whoever takes a group over
-- counts its epoch one further; the core speaks to it in that epoch. Such a process writes nothing.
create table market_groups (
  number integer primary key check (number between 0 and 63),
  epoch bigint not null check (epoch >= 0)
);
