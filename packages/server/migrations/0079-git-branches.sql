-- What people pushed, as packs: only what a commit adds to the main branch and to the packs named as bases. So each one
-- can be unpacked without any other.
create table git_packs (
  space_id text collate "C" not null references spaces on delete cascade,
  tip bytea not null check (length(tip) = 20),
  -- The bytes of the commit itself.
  bytes bytea not null,
  -- The SHA-256 of the parts of the pack, which are in the file store.
  pieces bytea[] not null,
  -- Commits with packs of their own.
  bases bytea[] not null,
  -- Whether drafts that only people who may comment can read are among the commits.
  drafts boolean not null,
  primary key (space_id, tip),
  constraint git_packs_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table git_packs is 'content: packs of pushed commits';

-- The branch that stands for a change request as long as it is open. Several change requests can have had the same name.
create table git_branches (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  name text collate "C" not null check (length(name) between 1 and 200),
  primary key (space_id, change_request_id),
  foreign key (space_id, change_request_id) references change_requests on delete cascade,
  constraint git_branches_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$' and change_request_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index git_branches_by_name on git_branches (space_id, name);
comment on table git_branches is 'content: branches that stand for change requests';

-- A push to the main branch has no change request.
alter table git_pushes alter column change_request_id drop not null;
create index git_pushes_of_revision on git_pushes (space_id, revision_id);
