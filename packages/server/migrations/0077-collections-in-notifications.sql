-- Access to a collection is told, too: a notification is about a space or a collection. Earlier releases leave
-- those of collections out, because they compare the space.
alter table notifications alter column space_id drop not null;
alter table notifications add column collection_id text collate "C";
alter table notifications add constraint notifications_place check (
  (space_id is null) <> (collection_id is null) and collection_id ~ '^[A-Za-z0-9_-]{1,64}$') not valid;
alter table notifications validate constraint notifications_place;
