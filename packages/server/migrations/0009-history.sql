-- The lines of revisions, to be listed: that of a space, and those of its change requests.
create index revisions_of_line on revisions (space_id, change_request_id, id desc);
