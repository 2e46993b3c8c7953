-- Which revisions of a space changed a page, so that the history of one page costs what it returns, however many
-- revisions the space has. Every write notes its pages in its own transaction. The job that indexes a space notes what
-- is missing: revisions from before this table, and those that the previous release writes during an upgrade.
create table page_revisions (
  space_id text collate "C" not null references spaces on delete cascade,
  page_id text collate "C" not null,
  revision_id text collate "C" not null,
  primary key (space_id, page_id, revision_id),
  constraint page_revisions_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$' and page_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and revision_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table page_revisions is 'content: the revisions of a space that changed a page';

-- The job walks through the revisions of every space once more.
update search_spaces set addressed_to = null where addressed_to is not null;
