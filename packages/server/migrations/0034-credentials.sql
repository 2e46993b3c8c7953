-- What is made with a credential ends with it, and single sign-on counts for a limited time.
alter table tokens
  -- The token by which this one was created; if that one is revoked, so is this one.
  add column parent_token_id text collate "C" references tokens on delete cascade,
  -- When the identity provider vouched for the person; older rows: when the token was created.
  add column sso_proved_at timestamptz,
  -- The hash of the login code that was exchanged for this token: a second exchange revokes it.
  add column login_code_hash bytea;
create index tokens_of_parent on tokens (parent_token_id);
create index tokens_by_login_code on tokens (login_code_hash) where login_code_hash is not null;

alter table login_codes
  -- The session in which the login was confirmed: the code ends with it.
  add column session_id text collate "C" references sessions on delete cascade,
  add column sso_proved_at timestamptz,
  -- The scopes of the token; null for all rights of the person.
  add column scopes text[];
create index login_codes_of_session on login_codes (session_id);

create table known_networks (
  -- A hash of an account and a network from which it was signed in to.
  key bytea primary key,
  seen_at timestamptz not null
);
create index known_networks_by_time on known_networks (seen_at);
comment on table known_networks is 'directory: where people signed in from, so that attempts from elsewhere cannot keep them out';
