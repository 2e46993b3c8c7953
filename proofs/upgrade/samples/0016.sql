-- A site with a share link, when its key was the only thing known of it; an OpenAPI spec without visibility.
insert into sites (organization_id, id, type, title, visibility, basename, auth_private_key, created_at, updated_at)
  values ('acme', 'docs', 'ultimate', 'Docs', 'share-link', 'docs', 'a-key', '2026-03-01T00:00:00Z',
    '2026-03-01T00:00:00Z');
insert into site_section_groups values ('acme', 'docs', 'group', 'Group', null, 'V');
insert into site_sections (organization_id, site_id, id, group_id, title, path, is_default, rank)
  values ('acme', 'docs', 'section', 'group', 'Section', 'section', true, 'V');
insert into site_spaces (organization_id, site_id, id, section_id, space_id, path, is_default, rank)
  values ('acme', 'docs', 'shown', 'section', 'guide', 'guide', true, 'V');
insert into site_share_links (organization_id, site_id, id, name, key, created_at)
  values ('acme', 'docs', 'link', 'Press', 'a-secret-of-a-link', '2026-03-01T00:00:00Z');
insert into site_addresses values ('path', 'docs', 'acme', 'docs');
insert into translation_settings values ('acme', 'german', 'German', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z');
insert into openapi_specs (organization_id, id, slug, source_url, created_at, updated_at)
  values ('acme', 'spec', 'pets', 'https://example.com/pets.json', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z');
insert into openapi_spec_versions (organization_id, spec_id, id, hash, files, changes, created_at)
  values ('acme', 'spec', 'first', 'x', 'y', '[]', '2026-03-01T00:00:00Z');
insert into comments (space_id, id, revision_id, body, posted_by, posted_at, replies)
  values ('guide', 'comment', 'guide', 'Who wrote this?', 'ada', '2026-03-01T00:00:00Z', 1);
insert into comments (space_id, id, reply_to, revision_id, body, posted_by, posted_at)
  values ('guide', 'reply', 'comment', 'guide', 'I did.', 'bob', '2026-03-02T00:00:00Z');
update spaces set comments = comments + 1 where id = 'guide';
