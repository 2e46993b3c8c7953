-- Docs sites: what they are made of, in which order, for whom, and at which addresses.
create table sites (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  type text not null check (
    type in ('basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium')),
  title text not null,
  visibility text not null check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')),
  published boolean not null default false,
  -- What the site is found by; site_addresses keeps others from having the same.
  basename text,
  hostname text,
  proxy text,
  agents_context text not null default 'included' check (agents_context in ('excluded', 'included')),
  adaptive_content boolean not null default false,
  -- The claims of visitors that conditions can ask for, as a JSON schema.
  adaptive_schema jsonb,
  adaptive_schema_updated_at timestamptz,
  -- What people changed of how it looks; null: nothing yet.
  customization jsonb,
  -- How visitors sign in, and the key that signs their tokens.
  auth_backend text not null default 'custom' check (auth_backend in ('custom', 'integration')),
  auth_fallback_url text,
  auth_private_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table sites is 'workspace: docs sites and their settings';

create table site_section_groups (
  organization_id identifier not null,
  site_id identifier not null,
  id identifier not null,
  title text not null,
  icon text,
  rank text collate "C" not null,
  primary key (organization_id, site_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
comment on table site_section_groups is 'workspace: headings over sections of a site';

create table site_sections (
  organization_id identifier not null,
  site_id identifier not null,
  id identifier not null,
  -- Without a group a section stands at the root, in one order with the groups.
  group_id identifier,
  title text not null,
  description text,
  icon text,
  path text not null,
  -- An expression over the claims of a visitor.
  condition text,
  is_default boolean not null,
  rank text collate "C" not null,
  primary key (organization_id, site_id, id),
  constraint site_sections_path_key unique (organization_id, site_id, path),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, site_id, group_id) references site_section_groups
    on delete set null (group_id)
);
create index site_sections_of_group on site_sections (organization_id, site_id, group_id);
create unique index site_sections_default on site_sections (organization_id, site_id) where is_default;
comment on table site_sections is 'workspace: parts of a site with a path of their own';

create table site_spaces (
  organization_id identifier not null,
  site_id identifier not null,
  id identifier not null,
  -- None where the site has no sections.
  section_id identifier,
  space_id identifier not null,
  path text not null,
  condition text,
  is_default boolean not null,
  -- The space is in the trash: until it is restored, the site does without it.
  is_hidden boolean not null default false,
  rank text collate "C" not null,
  -- Where it looks different from its site.
  customization jsonb,
  primary key (organization_id, site_id, id),
  constraint site_spaces_path_key unique nulls not distinct (organization_id, site_id, section_id, path),
  constraint site_spaces_space_key unique nulls not distinct (organization_id, site_id, section_id, space_id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, site_id, section_id) references site_sections on delete cascade,
  constraint site_spaces_default_is_shown check (not (is_default and is_hidden))
);
create unique index site_spaces_default_in_section
  on site_spaces (organization_id, site_id, section_id) where is_default;
create unique index site_spaces_default_at_root
  on site_spaces (organization_id, site_id) where is_default and section_id is null;
create index site_spaces_of_space on site_spaces (organization_id, space_id);
comment on table site_spaces is 'workspace: which spaces a site shows, and where';

create table site_share_links (
  organization_id identifier not null,
  site_id identifier not null,
  id identifier not null,
  name text not null,
  -- A secret that is part of an address, so it must be shown again to who manages the links.
  key text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (organization_id, site_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
comment on table site_share_links is 'workspace: secret addresses of sites';

create table site_addresses (
  -- A path is the id or the basename of a site, below the address of all sites.
  kind text not null check (kind in ('path', 'hostname', 'proxy')),
  address text collate "C" not null,
  organization_id identifier not null references organizations on delete cascade,
  site_id identifier not null,
  constraint site_addresses_pkey primary key (kind, address)
);
create index site_addresses_of_site on site_addresses (organization_id, site_id);
comment on table site_addresses is 'directory: which site answers at an address; no two have the same';
