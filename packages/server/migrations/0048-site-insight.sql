-- Which space a page is in that was viewed; empty for views from before this column.
alter table site_page_views add column space_id text collate "C" not null default '';

-- What happened on a site on each day: searches, feedback, and paths without a page. Nothing says by whom.
create table site_event_counts (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- YYYY-MM-DD, in UTC.
  day text collate "C" not null,
  -- As the API names events: page_view (of a path without a page), search_type_query, search_no_results,
  -- page_post_feedback, page_post_feedback_comment.
  type text collate "C" not null,
  -- Empty if the event belongs to no page.
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  -- good, ok, bad, or empty.
  rating text collate "C" not null,
  -- The path, the words that were looked for, or the comment.
  detail text collate "C" not null check (octet_length(detail) <= 2048),
  count integer not null,
  primary key (organization_id, site_id, day, type, space_id, page_id, rating, detail),
  foreign key (organization_id, site_id) references sites on delete cascade,
  constraint site_event_counts_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and site_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table site_event_counts is 'workspace: searches, feedback and missing paths of sites on each day';
