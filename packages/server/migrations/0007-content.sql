-- Pages, files and their history: immutable objects, revisions that name them, and change requests.
create table content_objects (
  -- The space where the content began, which may be gone: its duplicates go on with the same objects.
  space_id identifier not null,
  hash bytea not null check (length(hash) = 32),
  -- How the bytes are packed: 0 not at all, 1 by Zstandard.
  packing smallint not null check (packing in (0, 1)),
  bytes bytea not null,
  primary key (space_id, hash)
);
alter table content_objects alter column bytes set storage external;
comment on table content_objects is 'content: pieces of content by the SHA-256 of their bytes, never changed';

create table revisions (
  space_id identifier not null references spaces on delete cascade,
  id identifier not null,
  root bytea not null check (length(root) = 32),
  type text not null check (type in ('edits', 'merge', 'rollback', 'update', 'computed')),
  parents text[] not null,
  -- Null: the space itself had it.
  change_request_id identifier,
  merged_from identifier,
  created_by identifier references users on delete set null,
  created_at timestamptz not null,
  primary key (space_id, id)
);
create index revisions_of_user on revisions (created_by);
comment on table revisions is 'content: what a space or a change request was at one moment';

create table change_requests (
  space_id identifier not null references spaces on delete cascade,
  id identifier not null,
  number integer not null check (number > 0),
  status text not null check (status in ('draft', 'open', 'archived', 'merged')),
  subject text not null,
  description jsonb,
  created_by identifier not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision_id identifier not null,
  revision_initial identifier not null,
  revision_merged_ancestor identifier,
  revision_merged identifier check ((revision_merged is null) = (status <> 'merged')),
  comments integer not null default 0 check (comments >= 0),
  primary key (space_id, id),
  unique (space_id, number)
);
create index change_requests_of_user on change_requests (created_by);
create index change_requests_by_status on change_requests (space_id, status, id desc);
comment on table change_requests is 'content: proposed changes of a space';

create table documents (
  space_id identifier not null references spaces on delete cascade,
  id identifier not null,
  hash bytea not null check (length(hash) = 32),
  -- Whether the space itself ever had it, and not only change requests.
  published boolean not null,
  primary key (space_id, id)
);
comment on table documents is 'content: texts that were ever written in a space, by the id that answers give them';

create table signing_keys (
  purpose text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null
);
comment on table signing_keys is 'directory: what addresses of this installation are signed with';

create index spaces_of_content on spaces (content_id);
insert into revisions (space_id, id, root, type, parents, created_at)
  select id, revision_id, decode('72a80c001e5735fc445fb22998a1c9e808017716ad412e3c2c972de3b918bd97', 'hex'), 'edits', '{}', created_at from spaces;
