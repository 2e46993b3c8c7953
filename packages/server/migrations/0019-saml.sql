-- Single sign-on: identity providers of organizations, and what a login through them leaves behind.
create table saml_keys (
  organization_id identifier primary key references organizations on delete cascade,
  certificate text not null,
  -- Sealed: it signs our requests, and is never told.
  private_key text not null,
  created_at timestamptz not null
);
comment on table saml_keys is 'workspace: what an organization signs its requests to identity providers with';

create table saml_providers (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  label text not null,
  sso_url text not null default '',
  entity_id text not null default '',
  certificate text not null default '',
  default_team_id identifier references teams on delete set null,
  default_role access_role,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index saml_providers_of_team on saml_providers (default_team_id);
comment on table saml_providers is 'workspace: identity providers; one whose settings are not all there cannot be used';

create table saml_requests (
  organization_id identifier not null,
  provider_id identifier not null,
  id_hash bytea not null,
  relay_hash bytea not null,
  -- The browser that asked is known by a cookie.
  browser_hash bytea not null,
  next_url text not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, id_hash),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_requests_by_end on saml_requests (expires_at);
comment on table saml_requests is 'workspace: requests to identity providers that wait for their one answer';

create table saml_answers (
  organization_id identifier not null,
  provider_id identifier not null,
  code_hash bytea not null,
  browser_hash bytea not null,
  next_url text not null,
  -- What was said of the person, under a signature that was found right.
  person jsonb not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, code_hash),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_answers_by_end on saml_answers (expires_at);
comment on table saml_answers is 'workspace: verified answers that wait for the browser that asked';

create table saml_assertions (
  organization_id identifier not null,
  provider_id identifier not null,
  id_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, id_hash),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_assertions_by_end on saml_assertions (expires_at);
comment on table saml_assertions is 'workspace: assertions that were used, for as long as they could be sent again';

create table saml_identities (
  organization_id identifier not null,
  provider_id identifier not null,
  name_id text collate "C" not null,
  user_id identifier not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (organization_id, provider_id, name_id),
  constraint saml_identities_user_key unique (organization_id, provider_id, user_id),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_identities_of_user on saml_identities (user_id);
comment on table saml_identities is 'workspace: who a person is at an identity provider';
