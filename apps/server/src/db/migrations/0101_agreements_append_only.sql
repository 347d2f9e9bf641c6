-- What a customer accepted stays as it is also where the server has no role of its own whose rights could be taken.
create trigger accepted_agreements_append_only before update or delete on accepted_agreements for each statement execute function refuse_change();
