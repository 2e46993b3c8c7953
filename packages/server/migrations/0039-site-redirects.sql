-- Paths of a site that lead elsewhere. A draft can exist next to the live redirect that it will replace.
create table site_redirects (
  organization_id identifier not null,
  site_id identifier not null,
  id identifier not null,
  -- Normalized, so that each path has one spelling.
  source text collate "C" not null,
  is_draft boolean not null,
  captures_wildcard boolean not null,
  is_permanent boolean not null,
  -- A section, a site space or a page of the site, which can be deleted later, or a URL.
  destination jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id, id),
  unique (organization_id, site_id, source, is_draft),
  foreign key (organization_id, site_id) references sites on delete cascade
);
comment on table site_redirects is 'workspace: paths of sites that lead elsewhere';
