-- Paths below a site that spaces had and gave up: links to their pages lead to where the space is now.
create table site_former_places (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- Percent-encoded, without a slash at its beginning; empty for what was the default of its site.
  path text collate "C" not null,
  space_id text collate "C" not null,
  -- When the space left the path: an ID, which sorts with those of revisions.
  left_in text collate "C" not null,
  primary key (organization_id, site_id, path, space_id, left_in),
  foreign key (organization_id, site_id) references sites on delete cascade,
  constraint site_former_places_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and site_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and space_id ~ '^[A-Za-z0-9_-]{1,64}$' and left_in ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table site_former_places is 'workspace: paths below sites that spaces had before';

-- When a page came to its path: when it left the one before.
create index page_addresses_by_page on page_addresses (organization_id, space_id, page_id);
