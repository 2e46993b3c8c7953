-- Spreads Stemma over the nodes of a Citus cluster. Most installations never need it.
-- Run it once with psql on the coordinator, after `stemma-server migrate` and before the first row.
-- What is not named here, such as the list of migrations and the job queue, stays on the coordinator.
begin;

-- Citus takes no triggers. Without them nobody remembers what somebody may do, and every request works it out.
drop trigger access_begins on organizations;
-- Names of an organization that you delete can be taken by others at once; those that it gives up itself are kept.
drop trigger names_released on organizations;
drop trigger group_left on site_section_groups;
drop trigger access_changed on members;
drop trigger access_changed on team_members;
drop trigger access_changed on collections;
drop trigger access_changed on collection_user_grants;
drop trigger access_changed on collection_team_grants;
drop trigger access_changed on space_user_grants;
drop trigger access_changed on space_team_grants;

-- The directory has a copy on every node; what is referred to comes first.
select create_reference_table('users');
select create_reference_table('organizations');
select create_reference_table('organization_access');
select create_reference_table('sessions');
select create_reference_table('integrations');
select create_reference_table('installations');
select create_reference_table('tokens');
select create_reference_table('passwords');
select create_reference_table('sign_in_attempts');
select create_reference_table('login_codes');
select create_reference_table('password_resets');
select create_reference_table('email_changes');
select create_reference_table('factors');
select create_reference_table('recovery_codes');
select create_reference_table('factor_challenges');
select create_reference_table('site_visits');
select create_reference_table('known_networks');
select create_reference_table('members');
select create_reference_table('teams');
select create_reference_table('team_members');
select create_reference_table('scim_users');
select create_reference_table('scim_groups');
select create_reference_table('invites');
select create_reference_table('invitations');
select create_reference_table('invitation_teams');
select create_reference_table('invitation_levels');
select create_reference_table('email_domains');
select create_reference_table('collections');
select create_reference_table('collection_user_grants');
select create_reference_table('collection_team_grants');
select create_reference_table('signing_keys');
select create_reference_table('backups');
select create_reference_table('site_addresses');
select create_reference_table('released_names');

-- The workspace plane lies where its organization does. Its own foreign keys return once both sides are distributed.
alter table site_section_groups drop constraint site_section_groups_organization_id_site_id_fkey;
alter table site_sections drop constraint site_sections_organization_id_site_id_fkey;
alter table site_sections drop constraint site_sections_organization_id_site_id_group_id_fkey;
alter table site_spaces drop constraint site_spaces_organization_id_site_id_fkey;
alter table site_spaces drop constraint site_spaces_organization_id_site_id_section_id_fkey;
alter table site_share_links drop constraint site_share_links_organization_id_site_id_fkey;
alter table site_page_views drop constraint site_page_views_organization_id_site_id_fkey;
alter table site_redirects drop constraint site_redirects_organization_id_site_id_fkey;
alter table site_event_counts drop constraint site_event_counts_organization_id_site_id_fkey;
alter table site_former_places drop constraint site_former_places_organization_id_site_id_fkey;
alter table site_installations drop constraint site_installations_organization_id_site_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_organization_id_webhook_id_fkey;
alter table import_addresses drop constraint import_addresses_organization_id_run_id_fkey;
alter table openapi_spec_versions drop constraint openapi_spec_versions_organization_id_spec_id_fkey;
alter table saml_requests drop constraint saml_requests_organization_id_provider_id_fkey;
alter table saml_answers drop constraint saml_answers_organization_id_provider_id_fkey;
alter table saml_assertions drop constraint saml_assertions_organization_id_provider_id_fkey;
alter table saml_identities drop constraint saml_identities_organization_id_provider_id_fkey;
alter table oidc_requests drop constraint oidc_requests_organization_id_provider_id_fkey;
alter table oidc_identities drop constraint oidc_identities_organization_id_provider_id_fkey;

select create_distributed_table('events', 'organization_id', colocate_with => 'none');
select create_distributed_table('event_positions', 'organization_id', colocate_with => 'events');
select create_distributed_table('mails', 'organization_id', colocate_with => 'events');
select create_distributed_table('notifications', 'organization_id', colocate_with => 'events');
select create_distributed_table('notification_preferences', 'organization_id', colocate_with => 'events');
select create_distributed_table('watches', 'organization_id', colocate_with => 'events');
select create_distributed_table('idempotency_keys', 'organization_id', colocate_with => 'events');
select create_distributed_table('search_spaces', 'organization_id', colocate_with => 'events');
select create_distributed_table('search_pages', 'organization_id', colocate_with => 'events');
select create_distributed_table('page_addresses', 'organization_id', colocate_with => 'events');
select create_distributed_table('search_sections', 'organization_id', colocate_with => 'events');
select create_distributed_table('search_words', 'organization_id', colocate_with => 'events');
select create_distributed_table('sites', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_section_groups', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_sections', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_spaces', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_share_links', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_page_views', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_redirects', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_event_counts', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_former_places', 'organization_id', colocate_with => 'events');
select create_distributed_table('site_installations', 'organization_id', colocate_with => 'events');
select create_distributed_table('openapi_specs', 'organization_id', colocate_with => 'events');
select create_distributed_table('openapi_spec_versions', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_keys', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_providers', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_requests', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_answers', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_assertions', 'organization_id', colocate_with => 'events');
select create_distributed_table('saml_identities', 'organization_id', colocate_with => 'events');
select create_distributed_table('oidc_providers', 'organization_id', colocate_with => 'events');
select create_distributed_table('oidc_requests', 'organization_id', colocate_with => 'events');
select create_distributed_table('oidc_identities', 'organization_id', colocate_with => 'events');
select create_distributed_table('scim_tokens', 'organization_id', colocate_with => 'events');
select create_distributed_table('translation_settings', 'organization_id', colocate_with => 'events');
select create_distributed_table('integration_scripts', 'organization_id', colocate_with => 'events');
select create_distributed_table('webhooks', 'organization_id', colocate_with => 'events');
select create_distributed_table('webhook_deliveries', 'organization_id', colocate_with => 'events');
select create_distributed_table('stored_bytes', 'organization_id', colocate_with => 'events');

alter table webhook_deliveries add constraint webhook_deliveries_organization_id_webhook_id_fkey
  foreign key (organization_id, webhook_id) references webhooks on delete cascade;
select create_distributed_table('uploads', 'organization_id', colocate_with => 'events');
select create_distributed_table('import_runs', 'organization_id', colocate_with => 'events');
select create_distributed_table('import_addresses', 'organization_id', colocate_with => 'events');

alter table import_addresses add constraint import_addresses_organization_id_run_id_fkey
  foreign key (organization_id, run_id) references import_runs on delete cascade;
alter table openapi_spec_versions add constraint openapi_spec_versions_organization_id_spec_id_fkey
  foreign key (organization_id, spec_id) references openapi_specs on delete cascade;
alter table saml_requests add constraint saml_requests_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references saml_providers on delete cascade;
alter table saml_answers add constraint saml_answers_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references saml_providers on delete cascade;
alter table saml_assertions add constraint saml_assertions_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references saml_providers on delete cascade;
alter table saml_identities add constraint saml_identities_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references saml_providers on delete cascade;
alter table oidc_requests add constraint oidc_requests_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references oidc_providers on delete cascade;
alter table oidc_identities add constraint oidc_identities_organization_id_provider_id_fkey
  foreign key (organization_id, provider_id) references oidc_providers on delete cascade;
alter table site_section_groups add constraint site_section_groups_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_sections add constraint site_sections_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_sections add constraint site_sections_organization_id_site_id_group_id_fkey
  foreign key (organization_id, site_id, group_id) references site_section_groups;
alter table site_spaces add constraint site_spaces_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_spaces add constraint site_spaces_organization_id_site_id_section_id_fkey
  foreign key (organization_id, site_id, section_id) references site_sections on delete cascade;
alter table site_share_links add constraint site_share_links_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_page_views add constraint site_page_views_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_redirects add constraint site_redirects_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_event_counts add constraint site_event_counts_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_former_places add constraint site_former_places_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;
alter table site_installations add constraint site_installations_organization_id_site_id_fkey
  foreign key (organization_id, site_id) references sites on delete cascade;

-- A shard moves by replication, which has no part in tables without a log.
alter table change_request_presences set logged;

-- The content plane lies where its space does. Its own foreign keys return once both sides are distributed.
alter table space_user_grants drop constraint space_user_grants_space_id_fkey;
alter table space_team_grants drop constraint space_team_grants_space_id_fkey;
alter table space_installations drop constraint space_installations_space_id_fkey;
alter table revisions drop constraint revisions_space_id_fkey;
alter table git_commits drop constraint git_commits_space_id_fkey;
alter table git_packs drop constraint git_packs_space_id_fkey;
alter table page_revisions drop constraint page_revisions_space_id_fkey;
alter table change_requests drop constraint change_requests_space_id_fkey;
alter table documents drop constraint documents_space_id_fkey;
alter table pdfs drop constraint pdfs_space_id_fkey;
alter table change_request_reviews drop constraint change_request_reviews_space_id_change_request_id_fkey;
alter table requested_reviewers drop constraint requested_reviewers_space_id_change_request_id_fkey;
alter table git_pushes drop constraint git_pushes_space_id_change_request_id_fkey;
alter table git_branches drop constraint git_branches_space_id_change_request_id_fkey;
alter table comments drop constraint comments_space_id_fkey;
alter table comments drop constraint comments_space_id_change_request_id_fkey;
alter table comments drop constraint comments_space_id_change_request_id_review_id_fkey;
alter table comments drop constraint comments_space_id_reply_to_fkey;
alter table comment_reactions drop constraint comment_reactions_space_id_comment_id_fkey;

select create_distributed_table('spaces', 'id', colocate_with => 'none');
select create_distributed_table('space_user_grants', 'space_id', colocate_with => 'spaces');
select create_distributed_table('space_team_grants', 'space_id', colocate_with => 'spaces');
select create_distributed_table('space_installations', 'space_id', colocate_with => 'spaces');
select create_distributed_table('content_objects', 'space_id', colocate_with => 'spaces');
select create_distributed_table('stored_files', 'space_id', colocate_with => 'spaces');
select create_distributed_table('revisions', 'space_id', colocate_with => 'spaces');
select create_distributed_table('git_commits', 'space_id', colocate_with => 'spaces');
select create_distributed_table('git_packs', 'space_id', colocate_with => 'spaces');
select create_distributed_table('page_revisions', 'space_id', colocate_with => 'spaces');
select create_distributed_table('change_requests', 'space_id', colocate_with => 'spaces');
select create_distributed_table('documents', 'space_id', colocate_with => 'spaces');
select create_distributed_table('change_request_reviews', 'space_id', colocate_with => 'spaces');
select create_distributed_table('requested_reviewers', 'space_id', colocate_with => 'spaces');
select create_distributed_table('git_pushes', 'space_id', colocate_with => 'spaces');
select create_distributed_table('git_branches', 'space_id', colocate_with => 'spaces');
select create_distributed_table('comments', 'space_id', colocate_with => 'spaces');
select create_distributed_table('change_request_presences', 'space_id', colocate_with => 'spaces');
select create_distributed_table('comment_reactions', 'space_id', colocate_with => 'spaces');
select create_distributed_table('pdfs', 'space_id', colocate_with => 'spaces');

alter table space_user_grants add constraint space_user_grants_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table space_team_grants add constraint space_team_grants_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table space_installations add constraint space_installations_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table revisions add constraint revisions_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table git_commits add constraint git_commits_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table git_packs add constraint git_packs_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table page_revisions add constraint page_revisions_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table change_requests add constraint change_requests_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table documents add constraint documents_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table pdfs add constraint pdfs_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table change_request_reviews add constraint change_request_reviews_space_id_change_request_id_fkey
  foreign key (space_id, change_request_id) references change_requests on delete cascade;
alter table requested_reviewers add constraint requested_reviewers_space_id_change_request_id_fkey
  foreign key (space_id, change_request_id) references change_requests on delete cascade;
alter table git_pushes add constraint git_pushes_space_id_change_request_id_fkey
  foreign key (space_id, change_request_id) references change_requests on delete cascade;
alter table git_branches add constraint git_branches_space_id_change_request_id_fkey
  foreign key (space_id, change_request_id) references change_requests on delete cascade;
alter table comments add constraint comments_space_id_fkey
  foreign key (space_id) references spaces on delete cascade;
alter table comments add constraint comments_space_id_change_request_id_fkey
  foreign key (space_id, change_request_id) references change_requests on delete cascade;
alter table comments add constraint comments_space_id_change_request_id_review_id_fkey
  foreign key (space_id, change_request_id, review_id) references change_request_reviews on delete cascade;
alter table comments add constraint comments_space_id_reply_to_fkey
  foreign key (space_id, reply_to) references comments on delete cascade;
alter table comment_reactions add constraint comment_reactions_space_id_comment_id_fkey
  foreign key (space_id, comment_id) references comments on delete cascade;

commit;
