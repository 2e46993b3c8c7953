-- The workspace plane is keyed by organization, the content plane by space.
create table events (
  organization_id identifier not null,
  id identifier not null,
  type text not null,
  actor_id identifier,
  request_id text,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table events is 'workspace: everything that happened; what concerns one person alone is kept under their id';

create table idempotency_keys (
  organization_id identifier not null,
  user_id identifier not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is 'workspace: answers kept for a day, to be given again to who repeats a request';

create table spaces (
  id identifier primary key,
  organization_id identifier not null references organizations on delete cascade,
  parent_id identifier references collections,
  title text not null,
  inherits boolean not null default true,
  default_level access_role check (not inherits or default_level is null),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index spaces_of_organization on spaces (organization_id, id);
create index spaces_of_collection on spaces (parent_id);
comment on table spaces is 'content: where pages live';

create table space_user_grants (
  space_id identifier not null references spaces on delete cascade,
  user_id identifier not null references users on delete cascade,
  role access_role not null,
  primary key (space_id, user_id)
);
create index space_user_grants_of_user on space_user_grants (user_id);
comment on table space_user_grants is 'content: the level of one person on a space';

create table space_team_grants (
  space_id identifier not null references spaces on delete cascade,
  team_id identifier not null references teams on delete cascade,
  role access_role not null,
  primary key (space_id, team_id)
);
create index space_team_grants_of_team on space_team_grants (team_id);
comment on table space_team_grants is 'content: the level of a team on a space';
