-- A change request with a review that says something, when that was a column of the review.
insert into revisions (space_id, id, root, type, parents, change_request_id, created_by, created_at)
  select 'guide', 'draft-1', root, 'edits', '{guide}', 'draft', 'bob', '2026-02-01T00:00:00Z'
  from revisions where space_id = 'guide' and id = 'guide';
insert into change_requests (space_id, id, number, status, subject, created_by, created_at, updated_at,
    revision_id, revision_initial)
  values ('guide', 'draft', 1, 'open', 'Better', 'bob', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z',
    'draft-1', 'guide');
update spaces set change_requests = 1, change_requests_open = 1 where id = 'guide';
insert into change_request_reviews (space_id, change_request_id, id, revision_id, reviewer_id, status, comment,
    created_at) values
  ('guide', 'draft', 'review-1', 'draft-1', 'ada', 'changes-requested', 'Say *why*.', '2026-02-02T00:00:00Z'),
  ('guide', 'draft', 'review-2', 'draft-1', 'ada', 'approved', null, '2026-02-03T00:00:00Z');
insert into requested_reviewers values ('guide', 'draft', 'ada', 'draft-1', 'bob', '2026-02-01T00:00:00Z');
insert into signing_keys values ('files', decode(repeat('ab', 32), 'hex'), '2026-02-01T00:00:00Z');
