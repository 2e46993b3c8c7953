-- What `stemma-server backup` has made, so that operators see when the last backup was.
create table backups (
  id text collate "C" not null,
  finished_at timestamptz not null,
  rows bigint not null check (rows >= 0),
  files bigint not null check (files >= 0),
  missing integer not null check (missing >= 0),
  damaged integer not null check (damaged >= 0),
  constraint backups_pkey primary key (id),
  constraint backups_id_check check (id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table backups is 'directory: backups that were made, and what was wrong with the files in them';
