-- What is found by searching. All of it follows from the content of spaces and can be made again.
create table search_spaces (
  organization_id identifier not null references organizations on delete cascade,
  space_id identifier not null,
  -- The content that the index shows, by the hash of its root; null: it is not known what the index shows.
  root bytea check (length(root) = 32),
  -- Where the index is on its way to, and how far it is: pages up to this id are as they are there.
  target bytea check (length(target) = 32),
  done_to text collate "C" not null default '',
  -- The words were made for this language.
  language text,
  -- Somebody wants all of it made again.
  rebuilding boolean not null default false,
  primary key (organization_id, space_id)
);
comment on table search_spaces is 'workspace: how far the search index of each space is';

create table search_pages (
  organization_id identifier not null,
  space_id identifier not null,
  page_id identifier not null,
  title text not null,
  path text not null,
  primary key (organization_id, space_id, page_id)
);
comment on table search_pages is 'workspace: pages that can be found, as a result shows them';

create table search_sections (
  organization_id identifier not null,
  space_id identifier not null,
  page_id identifier not null,
  -- Sections in their order; a long one is several parts.
  part integer not null,
  section_id identifier not null,
  anchor text,
  title text not null,
  body text not null,
  -- The words of titles and headings, and all words. Each begins with a mark of the organization, so that what a
  -- word leads to in the index is of one organization alone.
  head tsvector not null,
  words tsvector not null,
  primary key (organization_id, space_id, page_id, part)
);
create index search_sections_by_head on search_sections using gin (head) with (gin_pending_list_limit = 256);
create index search_sections_by_words on search_sections using gin (words) with (gin_pending_list_limit = 512);
comment on table search_sections is 'workspace: sections of pages, by their words';

create table search_words (
  organization_id identifier not null,
  space_id identifier not null,
  word text collate "C" not null,
  -- What is left of the beginning of the word without one letter, each with the mark of the organization.
  misspelt text[] not null,
  primary key (organization_id, space_id, word)
);
create index search_words_by_misspelt on search_words using gin (misspelt) with (gin_pending_list_limit = 256);
comment on table search_words is 'workspace: words that a space ever had, for queries that misspell them';
