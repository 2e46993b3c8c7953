-- IDs become text with a check. Citus cannot turn a parameter into a constant of a domain, so that statements with a
-- key would find nothing there. No table is rewritten, and only three indexes of comments are built again.
do $$
declare
  held record;
  triggers text[];
  definition text;
begin
  -- All locks first: if one of them is taken, nothing was done that would have to be undone.
  for held in
    select a.attrelid::regclass as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'identifier'::regtype and c.relkind = 'r' group by 1 order by 1
  loop
    execute format('lock table %s in access exclusive mode', held.name);
  end loop;

  -- A trigger that names a column stands in the way of its type.
  select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger where not tgisinternal;
  for held in select tgname, tgrelid::regclass as name from pg_trigger where not tgisinternal loop
    execute format('drop trigger %I on %s', held.tgname, held.name);
  end loop;

  for held in
    select c.oid::regclass as name, c.relname,
      string_agg(format('alter column %I type text collate "C"', a.attname), ', ' order by a.attnum) as types,
      string_agg(format('%I ~ ''^[A-Za-z0-9_-]{1,64}$''', a.attname), ' and ' order by a.attnum) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'identifier'::regtype and c.relkind = 'r' group by c.oid order by c.oid
  loop
    execute format('alter table %s %s, add constraint %I check (%s) not valid',
      held.name, held.types, held.relname || '_ids', held.checks);
  end loop;
  foreach definition in array triggers loop
    execute definition;
  end loop;
end $$;
drop domain identifier;

-- Servers of earlier releases have prepared statements whose result types are no longer true. They treat a session that
-- is ended as a failover: they connect again and repeat what they were doing. Sessions that only wait for their turn to
-- migrate stay.
select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and backend_type = 'client backend' and query not like 'select pg_advisory_lock(%';
