-- An invitation gives nothing until the person who has the address accepts it, so it is kept apart from
-- members: no statement that asks for a member's rights can find it. No row refers to an account.
create table invitations (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role access_role,
  sso boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_email_key unique (organization_id, email)
);
create index invitations_of_organization on invitations (organization_id, id);
create index invitations_by_email on invitations (email, id);
create index invitations_by_expiry on invitations (expires_at);
comment on table invitations is 'directory: addresses that were invited to an organization and have not accepted yet';

create table invitation_teams (
  invitation_id text collate "C" not null references invitations on delete cascade,
  team_id text collate "C" not null references teams on delete cascade,
  role team_role not null,
  primary key (invitation_id, team_id)
);
create index invitation_teams_of_team on invitation_teams (team_id);
comment on table invitation_teams is 'directory: the teams that an invited person joins by accepting';

create table invitation_levels (
  invitation_id text collate "C" not null references invitations on delete cascade,
  kind text not null check (kind in ('space', 'collection')),
  -- It may be deleted or transferred before the person accepts; then the level is not given.
  place_id text collate "C" not null,
  role access_role not null,
  primary key (invitation_id, kind, place_id)
);
comment on table invitation_levels is 'directory: the levels on spaces and collections that an invited person gets by accepting';
