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

-- Where single sign-on is demanded, one admin can always come in another way.
alter table organizations add column sso_exempt_user_id identifier references users on delete set null;
create index organizations_of_sso_exempt_user on organizations (sso_exempt_user_id);

-- Who is a member, but did not sign in by the identity provider that the organization demands, has no level in it.
create or replace function level_results(standing text, said text)
returns access_role language sql stable parallel safe cost 1 as $$
  select case
    when standing in ('none', 'disabled', 'sso_required') then null
    when standing = 'admin' then 'admin'::access_role
    else nullif(nullif(coalesce(said, standing), 'guest'), 'none')::access_role
  end
$$;

create or replace function site_views(standing text, best_space_level access_role)
returns boolean language sql stable parallel safe cost 1 as $$
  select case
    when standing in ('none', 'disabled', 'sso_required') then false
    when standing = 'guest' then best_space_level is not null
    else true
  end
$$;

create function standing_of(member boolean, role access_role, disabled_at timestamptz, proven boolean)
returns text language sql stable parallel safe cost 1 as $$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    when proven is not true then 'sso_required'
    else coalesce(role::text, 'guest')
  end
$$;
