-- Where an installation is on single spaces and sites: beside the space, and beside the site.
create table space_installations (
  space_id identifier not null references spaces on delete cascade,
  installation_id identifier not null references installations on delete cascade,
  -- Its configuration is sealed for this row.
  id identifier not null,
  -- Of the installation; a space that is given to another organization is left by it.
  organization_id identifier not null references organizations on delete cascade,
  integration_name text collate "C" not null,
  external_ids text[] not null default '{}',
  -- Sealed, because people enter credentials there.
  configuration text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, installation_id),
  unique (space_id, id)
);
create index space_installations_of_installation on space_installations (installation_id, space_id);
create index space_installations_of_integration
  on space_installations (integration_name, installation_id, space_id);
create index space_installations_of_organization on space_installations (organization_id, id);
comment on table space_installations is 'content: spaces that an integration is installed on, and how it is configured there';

create table site_installations (
  organization_id identifier not null references organizations on delete cascade,
  site_id identifier not null,
  installation_id identifier not null references installations on delete cascade,
  id identifier not null,
  integration_name text collate "C" not null,
  external_ids text[] not null default '{}',
  configuration text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id, installation_id),
  unique (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_installations_of_installation on site_installations (installation_id, site_id);
create index site_installations_of_integration
  on site_installations (integration_name, installation_id, site_id);
comment on table site_installations is 'workspace: sites that an integration is installed on, and how it is configured there';
