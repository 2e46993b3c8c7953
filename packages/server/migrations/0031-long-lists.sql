-- Who wrote in a discussion, from one person to the next, and what of it is resolved; what happened of one kind;
-- how many spaces are alike.
create index comments_by_commenter on comments (space_id, change_request_id, posted_by);
create index comments_resolved on comments (space_id, change_request_id, id)
  where reply_to is null and resolved_at is not null;
create index events_by_type on events (organization_id, type, id);
create index spaces_by_kind on spaces (organization_id, parent_id, inherits, default_level) where deleted_at is null;
