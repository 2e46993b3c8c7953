-- Reads each table once, while requests go on.
do $$
declare
  unchecked record;
begin
  for unchecked in
    select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and not convalidated order by 1
  loop
    execute format('alter table %s validate constraint %I', unchecked.name, unchecked.conname);
  end loop;
end $$;
