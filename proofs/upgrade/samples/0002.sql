-- People, an organization and what it was made of when there were no contents yet.
insert into users (id, display_name, email, created_at, updated_at) values
  ('ada', 'Ada', 'ada@example.com', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('bob', 'Bob', 'bob@example.com', '2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00Z');
insert into organizations (id, title, email_domains, default_role, created_at, updated_at)
  values ('acme', 'Acme', '{example.com}', 'read', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
insert into members (organization_id, user_id, role, spaces, joined_at) values
  ('acme', 'ada', 'admin', 0, '2026-01-01T00:00:00Z'), ('acme', 'bob', null, 1, '2026-01-02T00:00:00Z');
insert into teams (id, organization_id, title, spaces, created_at)
  values ('writers', 'acme', 'Writers', 1, '2026-01-01T00:00:00Z');
insert into team_members values ('acme', 'writers', 'bob', 'owner');
insert into invites (id, organization_id, role, created_at)
  values ('invite', 'acme', 'comment', '2026-01-01T00:00:00Z');
insert into collections (id, organization_id, parent_id, title, created_at) values
  ('shelf', 'acme', null, 'Shelf', '2026-01-01T00:00:00Z'), ('board', 'acme', 'shelf', 'Board', '2026-01-01T00:00:00Z');
insert into collection_user_grants values ('shelf', 'bob', 'edit');
insert into collection_team_grants values ('board', 'writers', 'review');
insert into events (organization_id, id, type, actor_id, body, created_at)
  values ('acme', 'event', 'organization.created', 'ada', '{"title": "Acme"}', '2026-01-01T00:00:00Z');
insert into idempotency_keys (organization_id, user_id, key, fingerprint, status, headers, created_at)
  values ('acme', 'ada', 'once', 'x', 200, '{}', '2026-01-01T00:00:00Z');
insert into spaces (id, organization_id, parent_id, title, created_at)
  values ('guide', 'acme', 'board', 'Guide', '2026-01-01T00:00:00Z');
insert into space_user_grants values ('guide', 'bob', 'create');
insert into space_team_grants values ('guide', 'writers', 'edit');
