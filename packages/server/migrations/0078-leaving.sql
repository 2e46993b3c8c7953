-- Accounts and organizations can be deleted. The row of a person stays, because content refers to it, without
-- the address. An organization that is deleted is closed first, and purged by a job when its time is over.
alter table users add column deleted_at timestamptz;

alter table organizations add column deleted_at timestamptz;
alter table organizations add column deleted_by text collate "C";
alter table organizations add column restorable_until timestamptz;
-- From then on, nobody is let in, and nothing can be restored.
alter table organizations add column purging_since timestamptz;
alter table organizations add constraint organizations_deletion check (
  (deleted_at is null) = (restorable_until is null) and (purging_since is null or deleted_at is not null)
  and deleted_by ~ '^[A-Za-z0-9_-]{1,64}$') not valid;
alter table organizations validate constraint organizations_deletion;
create index organizations_deleted on organizations (id) where deleted_at is not null;
