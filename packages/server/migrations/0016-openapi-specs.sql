-- OpenAPI descriptions under a name, and every version that was found under it.
create table openapi_specs (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  slug text collate "C" not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  source_url text,
  -- A text that was given and waits to be processed, packed.
  source_text bytea,
  -- Counts the sources that were given: what was made of an earlier one is not kept.
  source_number integer not null default 1,
  processing_state text not null default 'pending' check (processing_state in ('pending', 'progress', 'complete')),
  last_version_id identifier,
  last_processed_at timestamptz,
  last_error_code text check (last_error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  last_errors jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint openapi_specs_slug_key unique (organization_id, slug)
);
comment on table openapi_specs is 'workspace: OpenAPI specs and how their last processing ended';

create table openapi_spec_versions (
  organization_id identifier not null,
  spec_id identifier not null,
  id identifier not null,
  -- Of the files as JSON.
  hash bytea not null,
  -- The files by their addresses, as JSON, packed.
  files bytea not null,
  -- The version before, and what differs from it.
  before_id identifier,
  changes jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, spec_id, id),
  foreign key (organization_id, spec_id) references openapi_specs on delete cascade
);
-- It is packed already.
alter table openapi_spec_versions alter column files set storage external;
alter table openapi_specs alter column source_text set storage external;
comment on table openapi_spec_versions is 'workspace: versions of OpenAPI specs, whole';
