-- The place of an event in the stream of its organization: null until it has one. Transactions commit in another order
-- than they insert, so places are given after the commit, to all events that are visible by then (events/numbering.ts).
-- Earlier events are in no stream.
alter table events add column position bigint default 0;
alter table events alter column position drop default;
-- By the clock of the database: the order of events that get their places together.
alter table events add column recorded_at timestamptz;
alter table events alter column recorded_at set default clock_timestamp();
create index events_without_position on events (organization_id, recorded_at, id) where position is null;
create index events_by_position on events (organization_id, position) where position > 0;

-- The last place given: its row is the lock under which places are given.
create table event_positions (
  organization_id text collate "C" primary key check (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  position bigint not null
);
comment on table event_positions is 'workspace: how many events of an organization have a place in its stream';

-- Who has a change request open. Lost in a crash, and reported again within seconds.
create unlogged table change_request_presences (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  client text collate "C" not null,
  page_id text collate "C",
  state text not null,
  since timestamptz not null,
  expires_at timestamptz not null,
  primary key (space_id, change_request_id, user_id, client),
  constraint change_request_presences_ids check (space_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and change_request_id ~ '^[A-Za-z0-9_-]{1,64}$' and user_id ~ '^[A-Za-z0-9_-]{1,64}$'
    and client ~ '^[A-Za-z0-9_-]{1,64}$' and page_id ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table change_request_presences is 'content: who has a change request open, for half a minute at a time';
