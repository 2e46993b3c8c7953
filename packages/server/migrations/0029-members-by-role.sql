-- How many members an organization has of each role, and who they are, without a look at every one of them. The
-- organization stands second: else PostgreSQL, which thinks organizations small, would look for one person here.
create index members_by_role on members (role, organization_id, user_id) include (disabled_at);
