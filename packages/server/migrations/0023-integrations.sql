-- Integrations are found by name, whoever owns them, and installations by their id alone.
create table integrations (
  name text collate "C" constraint integrations_pkey primary key check (name ~ '^[A-Za-z0-9._-]{1,100}$'),
  organization_id identifier not null references organizations on delete cascade,
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  summary text,
  visibility text not null check (visibility in ('public', 'private', 'unlisted')),
  target text not null check (target in ('all', 'site', 'space', 'organization')),
  scopes text[] not null,
  categories text[] not null,
  blocks jsonb not null,
  -- The hosts of addresses that its blocks unfurl; `*.` stands for all below.
  block_domains text[] not null,
  content_sources jsonb not null,
  configurations jsonb,
  external_links jsonb not null,
  content_security_policy text,
  -- Files by their hash, with what they are.
  icon jsonb,
  preview_images jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The row stays, and with it the name and its owner.
  unpublished_at timestamptz
);
create unique index integrations_name_key on integrations (lower(name));
create index integrations_of_organization on integrations (organization_id, name);
comment on table integrations is 'directory: what is published under a name, which stays its organization''s';

create table installations (
  id identifier primary key,
  integration_name text collate "C" not null references integrations on delete cascade,
  organization_id identifier not null references organizations on delete cascade,
  -- What it does is within what this person may do.
  installed_by identifier not null references users on delete cascade,
  -- What the integration asked for when it was installed; a later version does not get more.
  scopes text[] not null,
  space_selection text not null default 'all' check (space_selection in ('all', 'selected')),
  site_selection text not null default 'all' check (site_selection in ('all', 'selected')),
  external_ids text[] not null default '{}',
  -- Sealed, because people enter credentials there.
  configuration text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint installations_integration_key unique (integration_name, organization_id)
);
create index installations_of_organization on installations (organization_id);
create index installations_of_user on installations (installed_by);
create index installations_by_id on installations (integration_name, id);
comment on table installations is 'directory: integrations in organizations; tokens that speak for one end with it';

create table integration_scripts (
  organization_id identifier not null references organizations on delete cascade,
  integration_name text collate "C" not null references integrations on delete cascade,
  runtime text not null check (runtime in ('v1', 'v2')),
  -- Packed with zstd.
  script bytea not null,
  -- A sealed JSON object; null: none.
  secrets text,
  primary key (organization_id, integration_name)
);
create index integration_scripts_of_integration on integration_scripts (integration_name);
comment on table integration_scripts is 'workspace: the programs of integrations, and the secrets they are to run with';

alter table tokens add column installation_id identifier references installations on delete cascade;
create index tokens_of_installation on tokens (installation_id);
comment on table tokens is 'directory: personal access tokens, and those of installations, by the hash of their secret';
