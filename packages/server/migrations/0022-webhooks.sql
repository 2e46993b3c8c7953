-- Webhooks, and every event on its way to one of them.
create table webhooks (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  url text not null,
  description text not null default '',
  -- Null: all of them.
  event_types text[],
  secret text not null,
  -- The secret before the last rotation, which signs beside it for a while.
  secret_before text,
  secret_before_until timestamptz,
  owner_id identifier not null,
  active boolean not null default true,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'owner')),
  -- Attempts without a success in between, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  -- No attempt before this: a receiver that does not answer is left alone for a while.
  resting_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table webhooks is 'workspace: addresses that are told what happens';

create table webhook_deliveries (
  organization_id identifier not null,
  webhook_id identifier not null,
  -- Of the event.
  id identifier not null,
  event_type text not null,
  -- What the event is about: what is about the same thing is delivered in order.
  resource text collate "C" not null,
  -- By the clock of the database, because those of servers differ.
  queued_at timestamptz not null default clock_timestamp(),
  status text not null default 'pending'
    check (status in ('pending', 'delivered', 'failed', 'withheld', 'canceled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  attempted_at timestamptz,
  duration_ms integer,
  response_status integer,
  response_body text check (octet_length(response_body) <= 1024),
  error text,
  created_at timestamptz not null,
  primary key (organization_id, webhook_id, id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_in_order on webhook_deliveries (organization_id, webhook_id, resource, queued_at, id)
  where status = 'pending';
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_by_age on webhook_deliveries using brin (created_at);
comment on table webhook_deliveries is 'workspace: events on their way to webhooks, and what came of them';

create index events_by_age on events using brin (created_at);
