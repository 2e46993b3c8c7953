-- The organizations of a person come in the order that lists show them in.
create index members_of_user_ordered on members (user_id, organization_id);
drop index members_of_user;
alter index members_of_user_ordered rename to members_of_user;
