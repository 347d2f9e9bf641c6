-- Where customers owe their taxes, as they declared it. The newest before an ex-date holds for its dividend.
create table tax_declarations (
  account_id bigint not null,
  declaration_id uuid not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  claims_treaty boolean not null,
  -- By the market's clock, which ex-dates go by too.
  declared_at bigint not null,
  primary key (account_id, declaration_id)
);
create index tax_declarations_newest on tax_declarations (account_id, declared_at desc, declaration_id desc);

-- Nobody could set it.
alter table accounts drop column treaty_claimed_at;

create trigger tax_declarations_append_only before update or delete on tax_declarations for each statement execute function refuse_change();
create trigger tax_declarations_no_truncate before truncate on tax_declarations for each statement execute function refuse_change();
do $$
begin
  revoke update, delete on tax_declarations from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
