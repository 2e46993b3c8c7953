-- The permission resolver of auth/resolver.ts in SQL, so that lists can be filtered where they are read.
-- The two are compared over every combination by a test: change them together.

-- What one level (a space, a collection) says about a person: a role, 'none', or nothing.
create function level_says(
  guest boolean, personal access_role, team access_role, inherits boolean, default_level access_role
) returns text language sql stable parallel safe as $$
  select case
    when personal is not null then personal::text
    when team is not null then team::text
    when guest or inherits then null
    else coalesce(default_level::text, 'none')
  end
$$;

-- The level that results; standing is 'none', 'disabled', 'guest' or a role, said the first thing any level said.
create function level_results(standing text, said text) returns access_role language sql stable parallel safe as $$
  select case
    when standing in ('none', 'disabled') then null
    when standing = 'admin' then 'admin'::access_role
    else nullif(nullif(coalesce(said, standing), 'guest'), 'none')::access_role
  end
$$;

-- How a person stands to an organization.
create function standing_of(member boolean, role access_role, disabled_at timestamptz)
returns text language sql stable parallel safe as $$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    else coalesce(role::text, 'guest')
  end
$$;

-- A site shows itself to everybody with an organization role, and to a guest who can read a space of it.
create function site_views(standing text, best_space_level access_role)
returns boolean language sql stable parallel safe as $$
  select case
    when standing in ('none', 'disabled') then false
    when standing = 'guest' then best_space_level is not null
    else true
  end
$$;
