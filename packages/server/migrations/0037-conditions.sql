-- Sections carry the conditions that they stand under, so that visitors find only what they may read.
alter table search_sections
  -- A name for the conditions. Empty: there are none. 'never': no visitor meets them. 'unread': the row was written
  -- by a release that did not look for conditions, so that no visitor may find it.
  add column guard text collate "C" not null default 'unread',
  add column conditions text;
create index search_sections_by_guard on search_sections (organization_id, space_id, guard)
  where guard not in ('', 'never', 'unread');

-- Whether a word is only known from text under conditions; visitors get no corrections from those.
alter table search_words add column conditional boolean not null default true;

-- The way in which the index was made; one that was made in an older way is made again.
alter table search_spaces add column edition integer not null default 0;
create index search_spaces_by_edition on search_spaces (edition);
