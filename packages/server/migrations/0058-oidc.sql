-- Sign-in through OpenID Connect, beside SAML, and teams that follow the groups of an identity provider.
alter table saml_providers
  add column group_claim text not null default 'groups',
  add column group_teams jsonb not null default '[]';

create table oidc_providers (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  label text not null,
  issuer text not null default '',
  client_id text not null default '',
  -- Sealed: it proves to the provider who we are, and is never told.
  client_secret text,
  default_team_id text collate "C" references teams on delete set null,
  default_role access_role,
  group_claim text not null default 'groups',
  group_teams jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index oidc_providers_of_team on oidc_providers (default_team_id);
comment on table oidc_providers is 'workspace: OpenID Connect providers; one whose settings are not all there cannot be used';

create table oidc_requests (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  state_hash bytea not null,
  -- The browser that asked is known by a cookie, which also gives the nonce and the verifier of the request.
  browser_hash bytea not null,
  next_url text not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, state_hash),
  foreign key (organization_id, provider_id) references oidc_providers on delete cascade
);
create index oidc_requests_by_end on oidc_requests (expires_at);
comment on table oidc_requests is 'workspace: requests to OpenID Connect providers that wait for their one answer';

create table oidc_identities (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (organization_id, provider_id, subject),
  constraint oidc_identities_user_key unique (organization_id, provider_id, user_id),
  foreign key (organization_id, provider_id) references oidc_providers on delete cascade
);
create index oidc_identities_of_user on oidc_identities (user_id);
comment on table oidc_identities is 'workspace: who a person is at an OpenID Connect provider';
