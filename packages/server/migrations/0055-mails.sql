-- A mail is written in the transaction of its cause, and sent by a job.
create table mails (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  recipient text not null,
  language text not null,
  letter jsonb not null,
  secret text,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'expired')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  error text check (octet_length(error) <= 1024),
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pkey primary key (organization_id, id),
  constraint mails_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index mails_due on mails (next_attempt_at) where status = 'pending';
create index mails_undelivered on mails (created_at) where status = 'failed';
create index mails_by_age on mails using brin (created_at);
comment on table mails is 'workspace: mails on their way to people, and what came of them; a mail about an account is in the workspace of its person';

-- The language of mails to a person. Null: not chosen.
alter table users add column language text;
