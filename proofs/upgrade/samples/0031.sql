-- Sites with proxies and a hostname, one of them on a host that is a verified e-mail domain.
insert into email_domains (organization_id, domain, token, asked_at, verified_at)
  values ('acme', 'verified.example', 'a-token', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z');
insert into sites (organization_id, id, type, title, visibility, proxy, hostname, auth_private_key, created_at, updated_at)
  values ('acme', 'fronted', 'basic', 'Docs', 'public', 'verified.example/docs', 'docs.pending.example', 'a-key',
    '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z');
insert into site_addresses values ('path', 'fronted', 'acme', 'fronted'), ('proxy', 'verified.example/docs', 'acme', 'fronted'),
  ('hostname', 'docs.pending.example', 'acme', 'fronted');
