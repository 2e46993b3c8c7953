-- An organization can require that its members proved a second factor. Single sign-on through its own provider
-- counts, because the provider has its own.
alter table organizations add column second_factor boolean not null default false;

-- A member who did not prove what the organization requires has no level in it.
create or replace function level_results(standing text, said text)
returns access_role language sql stable parallel safe cost 1 as $$
  select case
    when standing in ('none', 'disabled', 'sso_required', 'second_factor_required') then null
    when standing = 'admin' then 'admin'::access_role
    else nullif(nullif(coalesce(said, standing), 'guest'), 'none')::access_role
  end
$$;

create or replace function site_views(standing text, best_space_level access_role)
returns boolean language sql stable parallel safe cost 1 as $$
  select case
    when standing in ('none', 'disabled', 'sso_required', 'second_factor_required') then false
    when standing = 'guest' then best_space_level is not null
    else true
  end
$$;

create function standing_of(
  member boolean, role access_role, disabled_at timestamptz, proven boolean, factor_proven boolean)
returns text language sql stable parallel safe cost 1 as $$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    when proven is not true then 'sso_required'
    when factor_proven is not true then 'second_factor_required'
    else coalesce(role::text, 'guest')
  end
$$;
