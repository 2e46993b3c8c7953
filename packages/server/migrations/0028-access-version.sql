-- Every change to what somebody may do in an organization gives the organization a new version, in the
-- transaction of the change: who remembers what a level came to asks for the version, and knows whether it
-- still holds. It is never used twice, not even after a failover that lost commits.
create table organization_access (
  organization_id identifier primary key references organizations on delete cascade,
  version text not null
);
comment on table organization_access is 'directory: which state the levels in an organization are in';
insert into organization_access select id, '' from organizations;

create function access_begins() returns trigger language plpgsql as $$
begin
  insert into organization_access values (new.id, '') on conflict do nothing;
  return null;
end $$;

-- Rows of their own, in one order: whoever commits waits for nobody who still works.
create function access_changed() returns trigger language plpgsql as $$
declare
  changed text;
begin
  for changed in
    select distinct coalesce(one.row ->> 'organization_id',
      (select organization_id from collections where id = one.row ->> 'collection_id'),
      (select organization_id from spaces where id = one.row ->> 'space_id')) as id
    from (values (to_jsonb(old)), (to_jsonb(new))) as one (row) order by id
  loop
    update organization_access set version = pg_current_xact_id() || ' ' || gen_random_uuid()
    where organization_id = changed and not starts_with(version, pg_current_xact_id() || ' ');
  end loop;
  return null;
end $$;

-- At the commit, when all else is done.
create constraint trigger access_begins after insert on organizations
  deferrable initially deferred for each row execute function access_begins();
create constraint trigger access_changed after insert or delete or update of role, disabled_at on members
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed after insert or delete or update of team_id, user_id on team_members
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed
  after delete or update of organization_id, parent_id, inherits, default_level, deleted_at on collections
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed after insert or delete or update on collection_user_grants
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed after insert or delete or update on collection_team_grants
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed after insert or delete or update on space_user_grants
  deferrable initially deferred for each row execute function access_changed();
create constraint trigger access_changed after insert or delete or update on space_team_grants
  deferrable initially deferred for each row execute function access_changed();
