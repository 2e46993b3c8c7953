-- Files that were uploaded to be imported, and imports that take their time.
create table uploads (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  name text not null,
  content_type text not null,
  size bigint not null check (size > 0),
  -- Null until its bytes have come.
  hash bytea check (length(hash) = 32),
  created_by identifier not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table uploads is 'workspace: files that were uploaded to be imported';

create table import_runs (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  status text not null default 'pending'
    check (status in ('pending', 'in-progress', 'completed', 'failed', 'cancelled')),
  source jsonb not null,
  space_id identifier not null,
  change_request_id identifier not null,
  page_id identifier,
  -- Counts what was done of it: what was prepared for an earlier step is not kept.
  step integer not null default 0,
  -- How often a step was begun since one was done.
  attempts integer not null default 0,
  -- What a crawl must remember besides its addresses.
  state jsonb,
  found integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  revision_id identifier,
  error text,
  created_by identifier not null references users on delete cascade,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  primary key (organization_id, id)
);
comment on table import_runs is 'workspace: imports that take their time, and how far they are';

create table import_addresses (
  organization_id identifier not null,
  run_id identifier not null,
  -- What tells it from all others of its run: an address without what does not matter, or a path.
  address text collate "C" not null check (length(address) <= 2048),
  url text not null,
  kind text not null check (kind in ('page', 'file')),
  state text not null check (state in ('queued', 'done', 'alias', 'failed', 'skipped')),
  -- How many links it is away from where the crawl began, and which one it was.
  distance integer not null default 0,
  position integer not null,
  title text,
  -- The text in Markdown, packed, until the run has ended.
  markdown bytea,
  file jsonb,
  alias_of text,
  page_id identifier,
  reason text,
  primary key (organization_id, run_id, address),
  foreign key (organization_id, run_id) references import_runs on delete cascade
);
alter table import_addresses alter column markdown set storage external;
create index import_addresses_queued on import_addresses (organization_id, run_id, distance, position)
  where state = 'queued';
comment on table import_addresses is 'workspace: what an import knows of, and what became of it';

create index import_runs_of_person on import_runs (created_by);
create index uploads_of_person on uploads (created_by);
