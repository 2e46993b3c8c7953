-- A page can have a path twice, and its space another place on a site each time: both times lead to it. The job notes the
-- revisions again, because only the last time was kept.
alter table page_addresses drop constraint page_addresses_pkey;
alter table page_addresses add primary key (organization_id, space_id, path, page_id, left_in);
update search_spaces set addressed_to = null;
