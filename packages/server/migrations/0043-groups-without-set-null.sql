-- Citus takes no `set null` on a key that includes the organization. The server removes the sections of a group from it
-- before it deletes the group; the trigger does so for servers of an earlier release.
create function leave_group() returns trigger language plpgsql as $$
begin
  update site_sections set group_id = null
    where organization_id = old.organization_id and site_id = old.site_id and group_id = old.id;
  return old;
end $$;
create trigger group_left before delete on site_section_groups for each row execute function leave_group();
alter table site_sections
  drop constraint site_sections_organization_id_site_id_group_id_fkey,
  add constraint site_sections_organization_id_site_id_group_id_fkey
    foreign key (organization_id, site_id, group_id) references site_section_groups not valid;
alter table site_sections validate constraint site_sections_organization_id_site_id_group_id_fkey;
