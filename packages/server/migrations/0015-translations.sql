-- Translation settings: a title, until the languages that it stands for can be chosen.
create table translation_settings (
  organization_id identifier not null references organizations on delete cascade,
  id identifier not null,
  title text not null check (char_length(title) between 1 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table translation_settings is 'workspace: translation settings of an organization';
