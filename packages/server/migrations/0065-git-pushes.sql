-- The commits that people pushed, and the change requests that they became. A push that is repeated, because its answer
-- was lost, finds its row. A later push finds the change request that it continues, and the IDs of pages that it has.
create table git_pushes (
  space_id text collate "C" not null,
  tip bytea not null check (length(tip) = 20),
  user_id text collate "C" not null references users,
  change_request_id text collate "C" not null,
  -- The revision of the change request that has the files of the commit.
  revision_id text collate "C" not null,
  pushed_at timestamptz not null,
  primary key (space_id, tip, user_id),
  foreign key (space_id, change_request_id) references change_requests on delete cascade,
  constraint git_pushes_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$' and user_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and change_request_id ~ '^[A-Za-z0-9_-]{1,64}$' and revision_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index git_pushes_of_change_request on git_pushes (space_id, change_request_id, pushed_at);
create index git_pushes_of_user on git_pushes (user_id);
comment on table git_pushes is 'content: commits that were pushed, and the change requests that they became';
