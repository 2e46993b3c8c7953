-- Paths that pages of a space had and gave up: links to them lead to where the page is now. The job that indexes a space
-- fills this from the revisions of the space, one after another.
create table page_addresses (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  path text collate "C" not null check (octet_length(path) <= 2000),
  page_id text collate "C" not null,
  -- The first revision in which the page no longer had the path.
  left_in text collate "C" not null,
  primary key (organization_id, space_id, path, page_id),
  constraint page_addresses_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and space_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and page_id ~ '^[A-Za-z0-9_-]{1,64}$' and left_in ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table page_addresses is 'workspace: paths that pages had before, and that still lead to them';

-- The last revision whose paths are noted; null if none is.
alter table search_spaces add column addressed_to text collate "C";
create index search_spaces_without_addresses on search_spaces (organization_id, space_id) where addressed_to is null;
