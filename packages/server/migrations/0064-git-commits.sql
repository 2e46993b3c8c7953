-- The commits of a space as a git repository. Names of people and subjects can change later, so the bytes of a commit are
-- kept when it is first made: every cache on every host then has the same IDs.
create table git_commits (
  space_id text collate "C" not null references spaces on delete cascade,
  revision_id text collate "C" not null,
  -- A revision of a change request can be in both: what was merged is one commit of main, and all drafts are in changes.
  repository text not null check (repository in ('main', 'changes')),
  oid bytea not null check (length(oid) = 20),
  bytes bytea not null,
  layout smallint not null check (layout > 0),
  primary key (space_id, revision_id, repository),
  constraint git_commits_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$' and revision_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index git_commits_by_oid on git_commits (space_id, oid);
comment on table git_commits is 'content: the git commits of revisions';
