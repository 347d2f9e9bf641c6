-- A robot's record is never changed, by which its value and its highest value are checked.
create trigger robot_values_append_only before update or delete on robot_values for each statement execute function refuse_change();
create trigger robot_values_no_truncate before truncate on robot_values for each statement execute function refuse_change();
do $$
begin
  revoke update, delete, truncate on robot_values from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
