-- What happened, for each person whom it concerns. The ID is that of the event, so that nothing is told twice.
create table notifications (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  actor_id text collate "C",
  space_id text collate "C" not null,
  change_request_id text collate "C",
  comment_id text collate "C",
  comment_reply_id text collate "C",
  outcome text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (organization_id, user_id, id),
  foreign key (organization_id, user_id) references members on delete cascade,
  constraint notifications_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and user_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and id ~ '^[A-Za-z0-9_-]{1,64}$' and actor_id ~ '^[A-Za-z0-9_-]{1,64}$' and space_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and change_request_id ~ '^[A-Za-z0-9_-]{1,64}$' and comment_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and comment_reply_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index notifications_unread on notifications (organization_id, user_id, id) where read_at is null;
create index notifications_by_age on notifications using brin (created_at);
comment on table notifications is 'workspace: what people are told about, until they have read it and for some time after';

create table notification_preferences (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  deliveries jsonb not null default '{}',
  watch_participating boolean not null default true,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members on delete cascade,
  constraint notification_preferences_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and user_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table notification_preferences is 'workspace: how people want to be told, by kind; what is not there is as for everybody';

-- A change request that somebody ignores has a row, too. The change request of a whole space is empty.
create table watches (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  watching boolean not null,
  primary key (organization_id, space_id, change_request_id, user_id),
  foreign key (organization_id, user_id) references members on delete cascade,
  constraint watches_ids check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$' and space_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and change_request_id ~ '^[A-Za-z0-9_-]{0,64}$' and user_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
create index watches_of_person on watches (organization_id, user_id);
comment on table watches is 'workspace: spaces and change requests that people chose to watch, or not to';

-- The revision that a change request was based on when people were told that it conflicts with its space.
alter table change_requests add column conflict_told_at text check (conflict_told_at ~ '^[A-Za-z0-9_-]{1,64}$');
