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
