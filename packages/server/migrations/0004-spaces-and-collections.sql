-- What spaces and collections are called, where they stand among their siblings, and what they count.
alter table collections
  add column description text,
  add column rank text collate "C" not null default 'V',
  add column deleted_at timestamptz;
drop index collections_of_organization;
drop index collections_of_parent;
create index collections_by_rank on collections (organization_id, rank, id);
create index collections_of_parent on collections (parent_id);
create index collections_among_siblings on collections (organization_id, parent_id, rank, id);
comment on table collections is 'directory: folders of spaces; their levels decide for what is inside, also in the trash';

alter table spaces
  add column emoji text,
  add column icon_url text,
  add column visibility text not null default 'private' check (
    visibility in ('public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private')),
  add column edit_mode text not null default 'locked' check (edit_mode in ('live', 'locked')),
  add column language text,
  add column merge_rules jsonb not null default '{"type": "inherit"}',
  -- Where its revisions are kept: a duplicate shares the content of the space it was made from.
  add column content_id identifier,
  add column revision_id identifier,
  add column rank text collate "C" not null default 'V',
  add column comments integer not null default 0 check (comments >= 0),
  add column change_requests integer not null default 0 check (change_requests >= 0),
  add column change_requests_open integer not null default 0 check (change_requests_open >= 0),
  add column change_requests_draft integer not null default 0 check (change_requests_draft >= 0),
  add column updated_at timestamptz,
  add constraint spaces_in_collection check (visibility <> 'in-collection' or parent_id is not null);
update spaces set content_id = id, revision_id = id, updated_at = created_at;
alter table spaces
  alter column content_id set not null,
  alter column revision_id set not null,
  alter column updated_at set not null;
drop index spaces_of_organization;
drop index spaces_of_collection;
create index spaces_by_rank on spaces (organization_id, rank, id) where deleted_at is null;
create index spaces_of_organization on spaces (organization_id);
create index spaces_of_collection on spaces (parent_id);
create index spaces_among_siblings on spaces (organization_id, parent_id, rank, id);
create index spaces_deleted on spaces (deleted_at) where deleted_at is not null;
