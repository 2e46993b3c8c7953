-- PDFs that visitors of a site asked for. Each is cut to what they see.
alter table pdfs add column site_id text check (site_id ~ '^[A-Za-z0-9_-]{1,64}$');
-- What is known about the visitor, until their PDF is made. Conditions are decided by it.
alter table pdfs add column claims jsonb;
create index pdfs_of_visitors on pdfs (asked_at) where site_id is not null;
