-- Provisioning by SCIM: an identity provider creates, changes, disables and removes members and teams.
create table scim_tokens (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  label text not null,
  prefix text not null,
  secret_hash bytea not null,
  -- The token that created this one, and with which it ends.
  parent_token_id text collate "C" references tokens on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint scim_tokens_secret_key unique (organization_id, secret_hash)
);
create index scim_tokens_of_token on scim_tokens (parent_token_id);
comment on table scim_tokens is 'workspace: the secrets with which identity providers call SCIM';

create table scim_users (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  -- As the provider spells it; the key is in lower case, because providers compare without case.
  user_name text not null,
  user_name_key text collate "C" not null,
  external_id text collate "C",
  display_name text,
  given_name text,
  family_name text,
  updated_at timestamptz not null,
  primary key (organization_id, user_id),
  constraint scim_users_name_key unique (organization_id, user_name_key),
  foreign key (organization_id, user_id) references members on delete cascade
);
create index scim_users_by_external_id on scim_users (organization_id, external_id);
comment on table scim_users is 'directory: what an identity provider says about a member of an organization';

create table scim_groups (
  team_id text collate "C" primary key references teams on delete cascade,
  organization_id text collate "C" not null,
  external_id text collate "C",
  updated_at timestamptz not null
);
create index scim_groups_by_external_id on scim_groups (organization_id, external_id);
comment on table scim_groups is 'directory: what an identity provider says about a team';
