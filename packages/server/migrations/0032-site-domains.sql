-- A proxy or a custom hostname of a site counts once the organization has proved its host, in the same way
-- as an e-mail domain. Names that are unique in the installation are kept for their last holder for a while.

-- What an organization names a domain for. A row that an earlier release adds is an e-mail domain.
alter table email_domains
  add column for_email boolean not null default true,
  add column for_sites boolean not null default false;
comment on table email_domains is
  'directory: domains that organizations name for e-mail or for sites, and whether they are verified';

-- Paths always count. A row that an earlier release adds for a host is not proved, so it counts for nothing.
alter table site_addresses add column proved boolean not null default false;
comment on table site_addresses is
  'directory: which site answers at an address; a proxy or a hostname counts if it is proved';

insert into email_domains (organization_id, domain, token, asked_at, for_email, for_sites)
  select distinct s.organization_id, split_part(a.address, '/', 1), '', now(), false, true
  from sites s, unnest(array[s.proxy, s.hostname]) as a (address) where a.address is not null
  on conflict (organization_id, domain) do update set for_sites = true;
update email_domains set token = replace(gen_random_uuid()::text, '-', '') where token = '';

-- The host was an e-mail domain already, and its owner has agreed. An address that overlaps with one of another
-- organization stays pending: somebody has to decide.
update site_addresses a set proved = true
where kind <> 'path'
  and exists (select from email_domains d where d.organization_id = a.organization_id
    and d.domain = split_part(a.address, '/', 1) and d.verified_at is not null)
  and not exists (select from site_addresses other where other.kind <> 'path'
    and other.organization_id <> a.organization_id
    and (starts_with(other.address || '/', a.address || '/') or starts_with(a.address || '/', other.address || '/')));

create table released_names (
  kind text not null check (kind in ('site-path', 'site-address', 'organization-hostname', 'integration')),
  name text collate "C" not null,
  -- Of an organization that may no longer exist.
  organization_id text collate "C" not null,
  released_at timestamptz not null,
  primary key (kind, name)
);
create index released_names_by_time on released_names (released_at);
comment on table released_names is 'directory: names that were given up, and who may take them again first';

-- An organization is deleted by the operator, in SQL, and everything else of it goes by foreign keys.
create function release_names() returns trigger language plpgsql as $$
begin
  insert into released_names (kind, name, organization_id, released_at)
    select case when kind = 'path' then 'site-path' else 'site-address' end, address, old.id, now()
      from site_addresses where organization_id = old.id and (kind = 'path' or proved)
    union select 'organization-hostname', old.hostname, old.id, now() where old.hostname is not null
    union select 'integration', lower(name), old.id, now() from integrations where organization_id = old.id
  on conflict (kind, name) do update
    set organization_id = excluded.organization_id, released_at = excluded.released_at;
  return old;
end $$;
create trigger names_released before delete on organizations
  for each row execute function release_names();
