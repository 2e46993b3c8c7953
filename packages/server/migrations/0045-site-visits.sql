-- People who signed in here and read sites on another host, where their session's cookie is not sent. The browser brings a
-- code there once, and gets a secret of its own for that host. Both end with the session.
create table site_visits (
  secret_hash bytea primary key,
  session_id text collate "C" not null references sessions (id) on delete cascade,
  host text not null,
  -- Of a code: what only the browser that asked for it knows. Null once it has become a visit.
  state_hash bytea,
  expires_at timestamptz not null,
  constraint site_visits_ids check (session_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index site_visits_of_session on site_visits (session_id);
create index site_visits_by_end on site_visits (expires_at);
comment on table site_visits is 'directory: people who read sites on other hosts, and the codes that bring them there';
