-- What people say about a space or a change request, and about single pages and blocks of them.
create table comments (
  space_id identifier not null references spaces on delete cascade,
  -- Ids sort by creation, so the key is the order of the lists too.
  id identifier not null,
  -- Null: it is about the space itself.
  change_request_id identifier,
  -- The comment that this is a reply to.
  reply_to identifier,
  -- The review that this was said with.
  review_id identifier,
  -- What the space or the change request was when it, or the comment it replies to, was posted.
  revision_id identifier not null,
  page_id identifier,
  -- The page as it was then, for when it is gone.
  page_title text,
  page_path text,
  -- Its text; null where the page had none.
  page_document bytea check (length(page_document) = 32),
  -- The key of a block of that text, and how the block began.
  node_id text,
  node_preview text,
  cell_record text,
  cell_definition text,
  -- Markdown, as it was written.
  body text not null,
  posted_by identifier not null references users,
  posted_at timestamptz not null,
  edited_at timestamptz,
  resolved_at timestamptz,
  resolved_by identifier references users,
  replies integer not null default 0 check (replies >= 0),
  primary key (space_id, id),
  unique (space_id, change_request_id, review_id),
  foreign key (space_id, change_request_id) references change_requests on delete cascade,
  foreign key (space_id, change_request_id, review_id) references change_request_reviews on delete cascade,
  foreign key (space_id, reply_to) references comments on delete cascade,
  check ((resolved_at is null) = (resolved_by is null)),
  check ((page_id is null) = (page_title is null) and (page_id is null) = (page_path is null)),
  check (node_id is null or page_document is not null),
  check ((cell_record is null) = (cell_definition is null) and (cell_record is null or node_id is not null)),
  check (reply_to is null or (review_id is null and page_id is null and resolved_at is null and replies = 0))
);
create index comments_of_line on comments (space_id, change_request_id, id) where reply_to is null;
create index comments_open on comments (space_id, change_request_id, id)
  where reply_to is null and resolved_at is null;
create index comments_of_page on comments (space_id, page_id, id) where page_id is not null;
create index comments_of_comment on comments (space_id, reply_to, id);
create index comments_of_author on comments (posted_by, space_id);
create index comments_of_resolver on comments (resolved_by);
comment on table comments is 'content: what people say about a space, a change request, a page or a block, and the replies';

create table comment_reactions (
  space_id identifier not null,
  comment_id identifier not null,
  emoji text not null,
  user_id identifier not null references users,
  created_at timestamptz not null,
  primary key (space_id, comment_id, emoji, user_id),
  foreign key (space_id, comment_id) references comments on delete cascade
);
create index comment_reactions_of_user on comment_reactions (user_id);
comment on table comment_reactions is 'content: who reacted to a comment or a reply with which emoji';

-- What was said with reviews becomes comments, which keep the ids they were shown with.
insert into comments (space_id, id, change_request_id, review_id, revision_id, body, posted_by, posted_at)
  select space_id, id, change_request_id, id, revision_id, comment, reviewer_id, created_at
  from change_request_reviews where comment is not null;
update change_requests c set comments = said.count
  from (select space_id, change_request_id, count(*) as count from comments group by 1, 2) said
  where c.space_id = said.space_id and c.id = said.change_request_id;
alter table change_request_reviews drop column comment;
