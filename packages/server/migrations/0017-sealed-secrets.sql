-- Secrets that must be read again are sealed with keys that the database does not hold. Those of sites are
-- sealed by `stemma-server keys rotate`; these are made again by whoever needs them first.
delete from signing_keys;
alter table signing_keys drop column secret, add column secret text not null;

-- A visitor's key is compared with its hash; the key itself is opened only for who manages the links.
alter table site_share_links add column key_hash bytea;
update site_share_links set key_hash = sha256(convert_to(key, 'UTF8'));
alter table site_share_links alter column key_hash set not null;
