-- Each argument stands once, so that PostgreSQL inlines the function even where an argument is a subquery, and
-- asks what teams were given only where the person was given nothing.
create or replace function level_says(
  guest boolean, personal access_role, team access_role, inherits boolean, default_level access_role
) returns text language sql stable parallel safe cost 1 as $$
  select coalesce(
    personal::text,
    team::text,
    case when not (guest or inherits) then coalesce(default_level::text, 'none') end
  )
$$;
