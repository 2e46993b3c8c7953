-- Who wrote in a discussion, from one person to the next; and what happened of one kind.
create index comments_by_commenter on comments (space_id, change_request_id, posted_by);
create index events_by_type on events (organization_id, type, id);
