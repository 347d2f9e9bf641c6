-- What binds every customer, such as other commissions, comes whatever they have switched off.
alter table broadcasts add column is_binding boolean not null default false;
