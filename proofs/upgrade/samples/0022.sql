-- What came with signing in, imports, PDFs and webhooks.
insert into sessions (id, user_id, created_at, expires_at)
  values ('session', 'ada', '2026-04-01T00:00:00Z', '2099-01-01T00:00:00Z');
insert into passwords values ('ada', 'a-hash', '2026-04-01T00:00:00Z');
insert into saml_providers (organization_id, id, label, created_at)
  values ('acme', 'provider', 'Provider', '2026-04-01T00:00:00Z');
insert into saml_identities values ('acme', 'provider', 'ada@idp', 'ada', '2026-04-01T00:00:00Z');
insert into import_runs (organization_id, id, status, source, space_id, change_request_id, created_by, created_at)
  values ('acme', 'run', 'completed', '{}', 'guide', 'draft', 'ada', '2026-04-01T00:00:00Z');
insert into uploads (organization_id, id, name, content_type, size, created_by, created_at)
  values ('acme', 'upload', 'a.zip', 'application/zip', 1, 'ada', '2026-04-01T00:00:00Z');
insert into pdfs (space_id, key, asked_at) values ('guide', decode(repeat('cd', 32), 'hex'), '2026-04-01T00:00:00Z');
insert into webhooks (organization_id, id, url, secret, owner_id, created_at, updated_at)
  values ('acme', 'hook', 'https://example.com/hook', 'a-secret', 'ada', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z');
insert into webhook_deliveries (organization_id, webhook_id, id, event_type, resource, next_attempt_at, created_at)
  values ('acme', 'hook', 'event', 'organization.created', 'acme', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z');
