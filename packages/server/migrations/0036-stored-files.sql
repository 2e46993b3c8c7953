-- The bytes of files are stored before the transaction that names them, so each is claimed first: whoever is
-- killed in between, or is refused, leaves a claim that a job collects with its bytes.
create table stored_files (
  -- The content that the bytes are stored under, or the upload.
  space_id text collate "C" not null,
  hash bytea not null check (length(hash) = 32),
  -- Whose quota the bytes count against: the organization that stored them first.
  organization_id text collate "C" not null,
  size bigint not null,
  -- claimed: the bytes may be there. kept: a revision or an upload names them. collected: they were deleted.
  state text not null check (state in ('claimed', 'kept', 'collected')),
  -- When a claim expires, or is forgotten after it was collected.
  until timestamptz not null,
  primary key (space_id, hash)
);
create index stored_files_by_expiry on stored_files (until) where state <> 'kept';
comment on table stored_files is 'content: bytes of files that are stored or about to be, by the content they are stored under';

create table stored_bytes (
  organization_id text collate "C" primary key references organizations on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
comment on table stored_bytes is 'workspace: how many bytes of files an organization has stored';
