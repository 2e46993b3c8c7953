-- What people say about change requests, and whom a review was asked from.
create table change_request_reviews (
  space_id identifier not null,
  change_request_id identifier not null,
  -- Ids sort by creation, so the key is the order of the list too.
  id identifier not null,
  -- What the change request was when it was reviewed.
  revision_id identifier not null,
  reviewer_id identifier not null references users,
  requested_by identifier references users,
  status text not null check (status in ('changes-requested', 'approved')),
  -- Markdown.
  comment text,
  created_at timestamptz not null,
  primary key (space_id, change_request_id, id),
  foreign key (space_id, change_request_id) references change_requests on delete cascade
);
create index change_request_reviews_of_reviewer on change_request_reviews (reviewer_id);
create index change_request_reviews_of_requester on change_request_reviews (requested_by);
comment on table change_request_reviews is 'content: who approved a change request or asked for changes, and of which revision';

create table requested_reviewers (
  space_id identifier not null,
  change_request_id identifier not null,
  user_id identifier not null references users,
  -- What the change request was when the review was asked for.
  revision_id identifier not null,
  requested_by identifier not null references users,
  created_at timestamptz not null,
  primary key (space_id, change_request_id, user_id),
  foreign key (space_id, change_request_id) references change_requests on delete cascade
);
create index requested_reviewers_of_user on requested_reviewers (user_id);
create index requested_reviewers_of_requester on requested_reviewers (requested_by);
comment on table requested_reviewers is 'content: whom a review was asked from, until it is given, declined or taken back';
