-- How often the pages of a site were read on each day. Nothing says by whom.
create table site_page_views (
  organization_id identifier not null,
  site_id identifier not null,
  -- YYYY-MM-DD, in UTC.
  day text collate "C" not null,
  page_id identifier not null,
  views integer not null,
  primary key (organization_id, site_id, day, page_id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
comment on table site_page_views is 'workspace: views of the pages of sites on each day';
