-- Identity and permissions: small, read by every request. Every id is text that sorts by creation.
create domain identifier as text collate "C" check (value ~ '^[A-Za-z0-9_-]{1,64}$');

-- Ascending: the greater role may do more. A guest has none.
create type access_role as enum ('read', 'comment', 'edit', 'review', 'create', 'admin');
create type team_role as enum ('member', 'owner');

create table users (
  id identifier primary key,
  display_name text not null,
  email text not null constraint users_email_key unique check (email = lower(email)),
  email_verified_at timestamptz,
  photo_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table users is 'directory: people, in any number of organizations';

create table organizations (
  id identifier primary key,
  title text not null,
  email_domains text[] not null default '{}',
  hostname text constraint organizations_hostname_key unique,
  default_role access_role,
  default_site_id identifier,
  logo_url text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type": "none"}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index organizations_email_domains on organizations using gin (email_domains);
comment on table organizations is 'directory: who owns spaces, sites and everything else';

create table tokens (
  id identifier primary key,
  user_id identifier not null references users on delete cascade,
  organization_id identifier references organizations on delete cascade,
  label text not null,
  prefix text not null,
  secret_hash bytea not null constraint tokens_secret_hash_key unique,
  scopes text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index tokens_of_user on tokens (user_id, id);
create index tokens_of_organization on tokens (organization_id);
comment on table tokens is 'directory: personal access tokens, by the hash of their secret';

create table members (
  organization_id identifier not null references organizations on delete cascade,
  user_id identifier not null references users on delete cascade,
  role access_role,
  sso boolean not null default false,
  spaces integer not null default 0 check (spaces >= 0),
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  disabled_at timestamptz,
  primary key (organization_id, user_id)
);
create index members_of_user on members (user_id);
create index members_by_joining on members (organization_id, joined_at, user_id);
create index members_by_last_seen on members (organization_id, last_seen_at, user_id) where last_seen_at is not null;
comment on table members is 'directory: a person in an organization; spaces counts the spaces granted to them by name';

create table teams (
  id identifier primary key,
  organization_id identifier not null references organizations on delete cascade,
  title text not null,
  spaces integer not null default 0 check (spaces >= 0),
  created_at timestamptz not null,
  constraint teams_of_organization unique (organization_id, id)
);
create index teams_by_title on teams (organization_id, title, id);
comment on table teams is 'directory: groups of members; spaces counts the spaces granted to the team';

create table team_members (
  organization_id identifier not null,
  team_id identifier not null,
  user_id identifier not null,
  role team_role not null,
  primary key (team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references members on delete cascade
);
create index team_members_of_user on team_members (organization_id, user_id, team_id);
comment on table team_members is 'directory: who is in a team; leaving the organization leaves its teams';

create table invites (
  id identifier primary key,
  organization_id identifier not null references organizations on delete cascade,
  role access_role,
  space_id identifier,
  collection_id identifier,
  created_at timestamptz not null,
  check (num_nonnulls(space_id, collection_id) <= 1)
);
create index invites_of_organization on invites (organization_id, id);
comment on table invites is 'directory: links by which people join an organization, or one space or collection of it';

create table collections (
  id identifier primary key,
  organization_id identifier not null references organizations on delete cascade,
  parent_id identifier references collections,
  title text not null,
  inherits boolean not null default true,
  default_level access_role check (not inherits or default_level is null),
  created_at timestamptz not null
);
create index collections_of_organization on collections (organization_id, id);
create index collections_of_parent on collections (parent_id);
comment on table collections is 'directory: folders of spaces; their levels decide for what is inside';

create table collection_user_grants (
  collection_id identifier not null references collections on delete cascade,
  user_id identifier not null references users on delete cascade,
  role access_role not null,
  primary key (collection_id, user_id)
);
create index collection_user_grants_of_user on collection_user_grants (user_id);
comment on table collection_user_grants is 'directory: the level of one person on a collection';

create table collection_team_grants (
  collection_id identifier not null references collections on delete cascade,
  team_id identifier not null references teams on delete cascade,
  role access_role not null,
  primary key (collection_id, team_id)
);
create index collection_team_grants_of_team on collection_team_grants (team_id);
comment on table collection_team_grants is 'directory: the level of a team on a collection';
