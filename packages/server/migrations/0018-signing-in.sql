-- What a login ends in. The secrets of a session are tokens, so that one statement finds who holds either.
create table sessions (
  id identifier primary key,
  user_id identifier not null references users on delete cascade,
  -- The organization whose identity provider vouched for the person.
  sso_organization_id identifier references organizations on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  -- However much it is used; for how long it may lie unused, its secrets say.
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id, id);
create index sessions_of_sso_organization on sessions (sso_organization_id);
create index sessions_by_end on sessions (expires_at);
comment on table sessions is 'directory: logins of people in browsers';

alter table tokens
  add column session_id identifier references sessions on delete cascade,
  -- The organization whose identity provider vouched for the person when the token was made.
  add column sso_organization_id identifier references organizations on delete cascade,
  -- A later secret of the session was used: from then on this one counts for moments only.
  add column superseded_at timestamptz;
create index tokens_of_session on tokens (session_id);
create index tokens_of_sso_organization on tokens (sso_organization_id);
comment on table tokens is 'directory: personal access tokens and the secrets of sessions, by their hash';

-- The e-mail domains that organizations name, and whether the owner of each has shown that they agree.
create table email_domains (
  organization_id identifier not null references organizations on delete cascade,
  domain text collate "C" not null,
  -- What the owner is to put into the domain name system.
  token text not null,
  -- Since when it is looked for.
  asked_at timestamptz not null,
  checked_at timestamptz,
  verified_at timestamptz,
  -- Verified, but the record was not there when it was looked for last.
  missing_since timestamptz,
  -- The operator of this installation vouches for it, so it is not looked for.
  vouched boolean not null default false,
  primary key (organization_id, domain)
);
create index email_domains_by_domain on email_domains (domain) where verified_at is not null;
comment on table email_domains is 'directory: e-mail domains of organizations, and whether they are verified';

insert into email_domains (organization_id, domain, token, asked_at)
  select o.id, d.domain, replace(gen_random_uuid()::text, '-', ''), o.updated_at
  from organizations o, unnest(o.email_domains) as d (domain) on conflict do nothing;
drop index organizations_email_domains;

create table passwords (
  user_id identifier primary key references users on delete cascade,
  -- With its parameters, in the form that argon2 gave the world.
  hash text not null,
  changed_at timestamptz not null
);
comment on table passwords is 'directory: the hashes of passwords, for installations without an identity provider';

create table sign_in_attempts (
  -- Of an account, of an address, or of both, as a hash: nobody reads here who tried.
  key bytea primary key,
  attempts integer not null,
  started_at timestamptz not null
);
create index sign_in_attempts_by_start on sign_in_attempts (started_at);
comment on table sign_in_attempts is 'directory: how often somebody tried to sign in lately and failed';

create table login_codes (
  code_hash bytea primary key,
  user_id identifier not null references users on delete cascade,
  sso_organization_id identifier references organizations on delete cascade,
  label text not null,
  -- What the program must know the origin of, and where it waits.
  challenge text not null,
  redirect_url text not null,
  expires_at timestamptz not null
);
create index login_codes_of_user on login_codes (user_id);
create index login_codes_of_sso_organization on login_codes (sso_organization_id);
create index login_codes_by_end on login_codes (expires_at);
comment on table login_codes is 'directory: codes that programs exchange for tokens, once and at once';
