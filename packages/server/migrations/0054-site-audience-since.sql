-- Since when a site has been open to the people who may read it now, and since when it shows a space to them:
-- readers see nothing of earlier days. For what exists, nobody knows, so it begins now.
alter table sites add column audience_since timestamptz not null default now();
alter table site_spaces add column shown_since timestamptz not null default now();
