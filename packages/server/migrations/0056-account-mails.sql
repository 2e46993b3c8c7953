-- The secret in the mail of an invitation, and when it was mailed: whoever has it has the address.
alter table invitations add column code_hash bytea;
alter table invitations add column mailed_at timestamptz;
create unique index invitations_by_code on invitations (code_hash);

create table password_resets (
  request_id text collate "C" primary key check (request_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  code_hash bytea not null constraint password_resets_code_key unique,
  user_id text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_by_end on password_resets (expires_at);
comment on table password_resets is 'directory: links with which people who forgot their password set another';

create table email_changes (
  user_id text collate "C" primary key references users on delete cascade,
  email text not null check (email = lower(email)),
  old_code_hash bytea not null constraint email_changes_old_code_key unique,
  new_code_hash bytea not null constraint email_changes_new_code_key unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table email_changes is 'directory: addresses that accounts get once the present and the new address have confirmed it';
