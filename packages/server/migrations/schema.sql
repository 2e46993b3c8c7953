-- Generated from the migrations by `npm run generate`. Do not edit.

create type access_role as enum ('read', 'comment', 'edit', 'review', 'create', 'admin');

create type team_role as enum ('member', 'owner');

create table backups (
  id text collate "C" not null,
  finished_at timestamp with time zone not null,
  rows bigint not null,
  files bigint not null,
  missing integer not null,
  damaged integer not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_damaged_check CHECK ((damaged >= 0)),
  constraint backups_files_check CHECK ((files >= 0)),
  constraint backups_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint backups_missing_check CHECK ((missing >= 0)),
  constraint backups_rows_check CHECK ((rows >= 0))
);
comment on table backups is 'directory: backups that were made, and what was wrong with the files in them';

create unlogged table change_request_presences (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  client text collate "C" not null,
  page_id text collate "C",
  state text not null,
  since timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint change_request_presences_pkey PRIMARY KEY (space_id, change_request_id, user_id, client),
  constraint change_request_presences_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (client ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table change_request_presences is 'content: who has a change request open, for half a minute at a time';

create table change_request_reviews (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  id text collate "C" not null,
  revision_id text collate "C" not null,
  reviewer_id text collate "C" not null,
  requested_by text collate "C",
  status text not null,
  created_at timestamp with time zone not null,
  constraint change_request_reviews_pkey PRIMARY KEY (space_id, change_request_id, id),
  constraint change_request_reviews_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint change_request_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id),
  constraint change_request_reviews_space_id_change_request_id_fkey FOREIGN KEY (space_id, change_request_id) REFERENCES change_requests(space_id, id) ON DELETE CASCADE,
  constraint change_request_reviews_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (reviewer_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (requested_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint change_request_reviews_status_check CHECK ((status = ANY (ARRAY['changes-requested'::text, 'approved'::text])))
);
CREATE INDEX change_request_reviews_of_requester ON public.change_request_reviews USING btree (requested_by);
CREATE INDEX change_request_reviews_of_reviewer ON public.change_request_reviews USING btree (reviewer_id);
comment on table change_request_reviews is 'content: who approved a change request or asked for changes, and of which revision';

create table change_requests (
  space_id text collate "C" not null,
  id text collate "C" not null,
  number integer not null,
  status text not null,
  subject text not null,
  description jsonb,
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revision_id text collate "C" not null,
  revision_initial text collate "C" not null,
  revision_merged_ancestor text collate "C",
  revision_merged text collate "C",
  comments integer not null default 0,
  conflict_told_at text,
  constraint change_requests_space_id_number_key UNIQUE (space_id, number),
  constraint change_requests_pkey PRIMARY KEY (space_id, id),
  constraint change_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint change_requests_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint change_requests_check CHECK (((revision_merged IS NULL) = (status <> 'merged'::text))),
  constraint change_requests_comments_check CHECK ((comments >= 0)),
  constraint change_requests_conflict_told_at_check CHECK ((conflict_told_at ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint change_requests_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (created_by ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_initial ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_merged_ancestor ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_merged ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint change_requests_number_check CHECK ((number > 0)),
  constraint change_requests_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'archived'::text, 'merged'::text])))
);
CREATE INDEX change_requests_by_status ON public.change_requests USING btree (space_id, status, id DESC);
CREATE INDEX change_requests_of_user ON public.change_requests USING btree (created_by);
comment on table change_requests is 'content: proposed changes of a space';

create table collection_team_grants (
  collection_id text collate "C" not null,
  team_id text collate "C" not null,
  role access_role not null,
  constraint collection_team_grants_pkey PRIMARY KEY (collection_id, team_id),
  constraint collection_team_grants_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint collection_team_grants_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint collection_team_grants_ids CHECK (((collection_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (team_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX collection_team_grants_of_team ON public.collection_team_grants USING btree (team_id);
comment on table collection_team_grants is 'directory: the level of a team on a collection';

create table collection_user_grants (
  collection_id text collate "C" not null,
  user_id text collate "C" not null,
  role access_role not null,
  constraint collection_user_grants_pkey PRIMARY KEY (collection_id, user_id),
  constraint collection_user_grants_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint collection_user_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint collection_user_grants_ids CHECK (((collection_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX collection_user_grants_of_user ON public.collection_user_grants USING btree (user_id);
comment on table collection_user_grants is 'directory: the level of one person on a collection';

create table collections (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  parent_id text collate "C",
  title text not null,
  inherits boolean not null default true,
  default_level access_role,
  created_at timestamp with time zone not null,
  description text,
  rank text collate "C" not null default 'V'::text,
  deleted_at timestamp with time zone,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint collections_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES collections(id),
  constraint collections_check CHECK (((NOT inherits) OR (default_level IS NULL))),
  constraint collections_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (parent_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX collections_among_siblings ON public.collections USING btree (organization_id, parent_id, rank, id);
CREATE INDEX collections_by_rank ON public.collections USING btree (organization_id, rank, id);
CREATE INDEX collections_of_parent ON public.collections USING btree (parent_id);
comment on table collections is 'directory: folders of spaces; their levels decide for what is inside, also in the trash';

create table comment_reactions (
  space_id text collate "C" not null,
  comment_id text collate "C" not null,
  emoji text not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint comment_reactions_pkey PRIMARY KEY (space_id, comment_id, emoji, user_id),
  constraint comment_reactions_space_id_comment_id_fkey FOREIGN KEY (space_id, comment_id) REFERENCES comments(space_id, id) ON DELETE CASCADE,
  constraint comment_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint comment_reactions_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (comment_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX comment_reactions_of_user ON public.comment_reactions USING btree (user_id);
comment on table comment_reactions is 'content: who reacted to a comment or a reply with which emoji';

create table comments (
  space_id text collate "C" not null,
  id text collate "C" not null,
  change_request_id text collate "C",
  reply_to text collate "C",
  review_id text collate "C",
  revision_id text collate "C" not null,
  page_id text collate "C",
  page_title text,
  page_path text,
  page_document bytea,
  node_id text,
  node_preview text,
  cell_record text,
  cell_definition text,
  body text not null,
  posted_by text collate "C" not null,
  posted_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by text collate "C",
  replies integer not null default 0,
  constraint comments_space_id_change_request_id_review_id_key UNIQUE (space_id, change_request_id, review_id),
  constraint comments_pkey PRIMARY KEY (space_id, id),
  constraint comments_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES users(id),
  constraint comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint comments_space_id_change_request_id_fkey FOREIGN KEY (space_id, change_request_id) REFERENCES change_requests(space_id, id) ON DELETE CASCADE,
  constraint comments_space_id_change_request_id_review_id_fkey FOREIGN KEY (space_id, change_request_id, review_id) REFERENCES change_request_reviews(space_id, change_request_id, id) ON DELETE CASCADE,
  constraint comments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint comments_space_id_reply_to_fkey FOREIGN KEY (space_id, reply_to) REFERENCES comments(space_id, id) ON DELETE CASCADE,
  constraint comments_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL))),
  constraint comments_check1 CHECK ((((page_id IS NULL) = (page_title IS NULL)) AND ((page_id IS NULL) = (page_path IS NULL)))),
  constraint comments_check2 CHECK (((node_id IS NULL) OR (page_document IS NOT NULL))),
  constraint comments_check3 CHECK ((((cell_record IS NULL) = (cell_definition IS NULL)) AND ((cell_record IS NULL) OR (node_id IS NOT NULL)))),
  constraint comments_check4 CHECK (((reply_to IS NULL) OR ((review_id IS NULL) AND (page_id IS NULL) AND (resolved_at IS NULL) AND (replies = 0)))),
  constraint comments_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (reply_to ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (review_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (posted_by ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (resolved_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint comments_page_document_check CHECK ((length(page_document) = 32)),
  constraint comments_replies_check CHECK ((replies >= 0))
);
CREATE INDEX comments_by_commenter ON public.comments USING btree (space_id, change_request_id, posted_by);
CREATE INDEX comments_of_author ON public.comments USING btree (posted_by, space_id);
CREATE INDEX comments_of_comment ON public.comments USING btree (space_id, reply_to, id);
CREATE INDEX comments_of_line ON public.comments USING btree (space_id, change_request_id, id) WHERE (reply_to IS NULL);
CREATE INDEX comments_of_page ON public.comments USING btree (space_id, page_id, id) WHERE (page_id IS NOT NULL);
CREATE INDEX comments_of_resolver ON public.comments USING btree (resolved_by);
CREATE INDEX comments_open ON public.comments USING btree (space_id, change_request_id, id) WHERE ((reply_to IS NULL) AND (resolved_at IS NULL));
CREATE INDEX comments_resolved ON public.comments USING btree (space_id, change_request_id, id) WHERE ((reply_to IS NULL) AND (resolved_at IS NOT NULL));
comment on table comments is 'content: what people say about a space, a change request, a page or a block, and the replies';

create table content_objects (
  space_id text collate "C" not null,
  hash bytea not null,
  packing smallint not null,
  bytes bytea not null,
  constraint content_objects_pkey PRIMARY KEY (space_id, hash),
  constraint content_objects_hash_check CHECK ((length(hash) = 32)),
  constraint content_objects_ids CHECK ((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint content_objects_packing_check CHECK ((packing = ANY (ARRAY[0, 1])))
);
comment on table content_objects is 'content: pieces of content by the SHA-256 of their bytes, never changed';

create table documents (
  space_id text collate "C" not null,
  id text collate "C" not null,
  hash bytea not null,
  published boolean not null,
  constraint documents_pkey PRIMARY KEY (space_id, id),
  constraint documents_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint documents_hash_check CHECK ((length(hash) = 32)),
  constraint documents_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table documents is 'content: texts that were ever written in a space, by the id that answers give them';

create table email_changes (
  user_id text collate "C" not null,
  email text not null,
  old_code_hash bytea not null,
  new_code_hash bytea not null,
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_new_code_key UNIQUE (new_code_hash),
  constraint email_changes_old_code_key UNIQUE (old_code_hash),
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_changes_email_check CHECK ((email = lower(email)))
);
comment on table email_changes is 'directory: addresses that accounts get once the present and the new address have confirmed it';

create table email_domains (
  organization_id text collate "C" not null,
  domain text collate "C" not null,
  token text not null,
  asked_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  verified_at timestamp with time zone,
  missing_since timestamp with time zone,
  vouched boolean not null default false,
  for_email boolean not null default true,
  for_sites boolean not null default false,
  problem text,
  next_check_at timestamp with time zone,
  constraint email_domains_pkey PRIMARY KEY (organization_id, domain),
  constraint email_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint email_domains_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint email_domains_problem_check CHECK ((problem = ANY (ARRAY['record_missing'::text, 'record_differs'::text, 'dns_unreachable'::text])))
);
CREATE INDEX email_domains_by_domain ON public.email_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
comment on table email_domains is 'directory: domains that organizations name for e-mail or for sites, and whether they are verified';

create table event_positions (
  organization_id text collate "C" not null,
  position bigint not null,
  constraint event_positions_pkey PRIMARY KEY (organization_id),
  constraint event_positions_organization_id_check CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on table event_positions is 'workspace: how many events of an organization have a place in its stream';

create table events (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  actor_id text collate "C",
  request_id text,
  body jsonb not null,
  created_at timestamp with time zone not null,
  position bigint,
  recorded_at timestamp with time zone default clock_timestamp(),
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (actor_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX events_by_age ON public.events USING brin (created_at);
CREATE INDEX events_by_position ON public.events USING btree (organization_id, "position") WHERE ("position" > 0);
CREATE INDEX events_by_type ON public.events USING btree (organization_id, type, id);
CREATE INDEX events_without_position ON public.events USING btree (organization_id, recorded_at, id) WHERE ("position" IS NULL);
comment on table events is 'workspace: everything that happened; what concerns one person alone is kept under their id';

create table factor_challenges (
  secret_hash bytea not null,
  purpose text not null,
  user_id text collate "C",
  challenge bytea not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint factor_challenges_pkey PRIMARY KEY (secret_hash),
  constraint factor_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factor_challenges_check CHECK (((user_id IS NULL) = (purpose = 'passkey sign-in'::text))),
  constraint factor_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'passkey sign-in'::text, 'registration'::text, 'proof'::text])))
);
CREATE INDEX factor_challenges_by_end ON public.factor_challenges USING btree (expires_at);
CREATE INDEX factor_challenges_of_user ON public.factor_challenges USING btree (user_id);
comment on table factor_challenges is 'directory: what browsers are asked to prove, once and within minutes';

create table factors (
  id text collate "C" not null,
  user_id text collate "C" not null,
  kind text not null,
  label text not null,
  secret text,
  last_step bigint,
  credential_id bytea,
  public_key bytea,
  sign_count bigint,
  transports text[],
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  backed_up boolean,
  constraint factors_credential_key UNIQUE (credential_id),
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factors_check CHECK (((kind = 'authenticator'::text) = (secret IS NOT NULL))),
  constraint factors_check1 CHECK (((kind = 'passkey'::text) = ((credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (sign_count IS NOT NULL)))),
  constraint factors_kind_check CHECK ((kind = ANY (ARRAY['authenticator'::text, 'passkey'::text])))
);
CREATE INDEX factors_of_user ON public.factors USING btree (user_id, id);
CREATE INDEX factors_unconfirmed ON public.factors USING btree (created_at) WHERE (confirmed_at IS NULL);
comment on table factors is 'directory: the authenticator apps and passkeys of people';

create table git_branches (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  name text collate "C" not null,
  constraint git_branches_pkey PRIMARY KEY (space_id, change_request_id),
  constraint git_branches_space_id_change_request_id_fkey FOREIGN KEY (space_id, change_request_id) REFERENCES change_requests(space_id, id) ON DELETE CASCADE,
  constraint git_branches_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint git_branches_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
CREATE INDEX git_branches_by_name ON public.git_branches USING btree (space_id, name);
comment on table git_branches is 'content: branches that stand for change requests';

create table git_commits (
  space_id text collate "C" not null,
  revision_id text collate "C" not null,
  repository text not null,
  oid bytea not null,
  bytes bytea not null,
  layout smallint not null,
  constraint git_commits_pkey PRIMARY KEY (space_id, revision_id, repository),
  constraint git_commits_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint git_commits_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint git_commits_layout_check CHECK ((layout > 0)),
  constraint git_commits_oid_check CHECK ((length(oid) = 20)),
  constraint git_commits_repository_check CHECK ((repository = ANY (ARRAY['main'::text, 'changes'::text])))
);
CREATE INDEX git_commits_by_oid ON public.git_commits USING btree (space_id, oid);
comment on table git_commits is 'content: the git commits of revisions';

create table git_packs (
  space_id text collate "C" not null,
  tip bytea not null,
  bytes bytea not null,
  pieces bytea[] not null,
  bases bytea[] not null,
  drafts boolean not null,
  constraint git_packs_pkey PRIMARY KEY (space_id, tip),
  constraint git_packs_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint git_packs_ids CHECK ((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint git_packs_tip_check CHECK ((length(tip) = 20))
);
comment on table git_packs is 'content: packs of pushed commits';

create table git_pushes (
  space_id text collate "C" not null,
  tip bytea not null,
  user_id text collate "C" not null,
  change_request_id text collate "C",
  revision_id text collate "C" not null,
  pushed_at timestamp with time zone not null,
  constraint git_pushes_pkey PRIMARY KEY (space_id, tip, user_id),
  constraint git_pushes_space_id_change_request_id_fkey FOREIGN KEY (space_id, change_request_id) REFERENCES change_requests(space_id, id) ON DELETE CASCADE,
  constraint git_pushes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint git_pushes_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint git_pushes_tip_check CHECK ((length(tip) = 20))
);
CREATE INDEX git_pushes_of_change_request ON public.git_pushes USING btree (space_id, change_request_id, pushed_at);
CREATE INDEX git_pushes_of_revision ON public.git_pushes USING btree (space_id, revision_id);
CREATE INDEX git_pushes_of_user ON public.git_pushes USING btree (user_id);
comment on table git_pushes is 'content: commits that were pushed, and the change requests that they became';

create table idempotency_keys (
  organization_id text collate "C" not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, key),
  constraint idempotency_keys_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
comment on table idempotency_keys is 'workspace: answers kept for a day under the caller''s id, to be given again to who repeats a request';

create table import_addresses (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,
  address text collate "C" not null,
  url text not null,
  kind text not null,
  state text not null,
  distance integer not null default 0,
  position integer not null,
  title text,
  markdown bytea,
  file jsonb,
  alias_of text,
  page_id text collate "C",
  reason text,
  constraint import_addresses_pkey PRIMARY KEY (organization_id, run_id, address),
  constraint import_addresses_organization_id_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES import_runs(organization_id, id) ON DELETE CASCADE,
  constraint import_addresses_address_check CHECK ((length(address) <= 2048)),
  constraint import_addresses_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (run_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint import_addresses_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'file'::text]))),
  constraint import_addresses_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'done'::text, 'alias'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX import_addresses_queued ON public.import_addresses USING btree (organization_id, run_id, distance, "position") WHERE (state = 'queued'::text);
comment on table import_addresses is 'workspace: what an import knows of, and what became of it';

create table import_runs (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  status text not null default 'pending'::text,
  source jsonb not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  page_id text collate "C",
  step integer not null default 0,
  attempts integer not null default 0,
  state jsonb,
  found integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  revision_id text collate "C",
  error text,
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint import_runs_pkey PRIMARY KEY (organization_id, id),
  constraint import_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint import_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint import_runs_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (created_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint import_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in-progress'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX import_runs_of_person ON public.import_runs USING btree (created_by);
comment on table import_runs is 'workspace: imports that take their time, and how far they are';

create table installations (
  id text collate "C" not null,
  integration_name text collate "C" not null,
  organization_id text collate "C" not null,
  installed_by text collate "C" not null,
  scopes text[] not null,
  space_selection text not null default 'all'::text,
  site_selection text not null default 'all'::text,
  external_ids text[] not null default '{}'::text[],
  configuration text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint installations_integration_key UNIQUE (integration_name, organization_id),
  constraint installations_pkey PRIMARY KEY (id),
  constraint installations_installed_by_fkey FOREIGN KEY (installed_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint installations_integration_name_fkey FOREIGN KEY (integration_name) REFERENCES integrations(name) ON DELETE CASCADE,
  constraint installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint installations_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (installed_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint installations_site_selection_check CHECK ((site_selection = ANY (ARRAY['all'::text, 'selected'::text]))),
  constraint installations_space_selection_check CHECK ((space_selection = ANY (ARRAY['all'::text, 'selected'::text])))
);
CREATE INDEX installations_by_id ON public.installations USING btree (integration_name, id);
CREATE INDEX installations_of_organization ON public.installations USING btree (organization_id);
CREATE INDEX installations_of_user ON public.installations USING btree (installed_by);
comment on table installations is 'directory: integrations in organizations; tokens that speak for one end with it';

create table integration_scripts (
  organization_id text collate "C" not null,
  integration_name text collate "C" not null,
  runtime text not null,
  script bytea not null,
  secrets text,
  constraint integration_scripts_pkey PRIMARY KEY (organization_id, integration_name),
  constraint integration_scripts_integration_name_fkey FOREIGN KEY (integration_name) REFERENCES integrations(name) ON DELETE CASCADE,
  constraint integration_scripts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint integration_scripts_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint integration_scripts_runtime_check CHECK ((runtime = ANY (ARRAY['v1'::text, 'v2'::text])))
);
CREATE INDEX integration_scripts_of_integration ON public.integration_scripts USING btree (integration_name);
comment on table integration_scripts is 'workspace: the programs of integrations, and the secrets they are to run with';

create table integrations (
  name text collate "C" not null,
  organization_id text collate "C" not null,
  version integer not null,
  title text not null,
  description text not null,
  summary text,
  visibility text not null,
  target text not null,
  scopes text[] not null,
  categories text[] not null,
  blocks jsonb not null,
  block_domains text[] not null,
  content_sources jsonb not null,
  configurations jsonb,
  external_links jsonb not null,
  content_security_policy text,
  icon jsonb,
  preview_images jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unpublished_at timestamp with time zone,
  constraint integrations_pkey PRIMARY KEY (name),
  constraint integrations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint integrations_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint integrations_name_check CHECK ((name ~ '^[A-Za-z0-9._-]{1,100}$'::text)),
  constraint integrations_target_check CHECK ((target = ANY (ARRAY['all'::text, 'site'::text, 'space'::text, 'organization'::text]))),
  constraint integrations_version_check CHECK ((version > 0)),
  constraint integrations_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text, 'unlisted'::text])))
);
CREATE UNIQUE INDEX integrations_name_key ON public.integrations USING btree (lower(name));
CREATE INDEX integrations_of_organization ON public.integrations USING btree (organization_id, name);
comment on table integrations is 'directory: what is published under a name, which stays its organization''s';

create table invitation_levels (
  invitation_id text collate "C" not null,
  kind text not null,
  place_id text collate "C" not null,
  role access_role not null,
  constraint invitation_levels_pkey PRIMARY KEY (invitation_id, kind, place_id),
  constraint invitation_levels_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint invitation_levels_kind_check CHECK ((kind = ANY (ARRAY['space'::text, 'collection'::text])))
);
comment on table invitation_levels is 'directory: the levels on spaces and collections that an invited person gets by accepting';

create table invitation_teams (
  invitation_id text collate "C" not null,
  team_id text collate "C" not null,
  role team_role not null,
  constraint invitation_teams_pkey PRIMARY KEY (invitation_id, team_id),
  constraint invitation_teams_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint invitation_teams_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX invitation_teams_of_team ON public.invitation_teams USING btree (team_id);
comment on table invitation_teams is 'directory: the teams that an invited person joins by accepting';

create table invitations (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  email text not null,
  role access_role,
  sso boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_hash bytea,
  mailed_at timestamp with time zone,
  constraint invitations_email_key UNIQUE (organization_id, email),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invitations_email_check CHECK ((email = lower(email)))
);
CREATE UNIQUE INDEX invitations_by_code ON public.invitations USING btree (code_hash);
CREATE INDEX invitations_by_email ON public.invitations USING btree (email, id);
CREATE INDEX invitations_by_expiry ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_of_organization ON public.invitations USING btree (organization_id, id);
comment on table invitations is 'directory: addresses that were invited to an organization and have not accepted yet';

create table invites (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  role access_role,
  space_id text collate "C",
  collection_id text collate "C",
  created_at timestamp with time zone not null,
  constraint invites_pkey PRIMARY KEY (id),
  constraint invites_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invites_check CHECK ((num_nonnulls(space_id, collection_id) <= 1)),
  constraint invites_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (collection_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX invites_of_organization ON public.invites USING btree (organization_id, id);
comment on table invites is 'directory: links by which people join an organization, or one space or collection of it';

create table known_networks (
  key bytea not null,
  seen_at timestamp with time zone not null,
  constraint known_networks_pkey PRIMARY KEY (key)
);
CREATE INDEX known_networks_by_time ON public.known_networks USING btree (seen_at);
comment on table known_networks is 'directory: where people signed in from, so that attempts from elsewhere cannot keep them out';

create table login_codes (
  code_hash bytea not null,
  user_id text collate "C" not null,
  sso_organization_id text collate "C",
  label text not null,
  challenge text not null,
  redirect_url text not null,
  expires_at timestamp with time zone not null,
  session_id text collate "C",
  sso_proved_at timestamp with time zone,
  scopes text[],
  second_factor boolean not null default false,
  constraint login_codes_pkey PRIMARY KEY (code_hash),
  constraint login_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint login_codes_sso_organization_id_fkey FOREIGN KEY (sso_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint login_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint login_codes_ids CHECK (((user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (sso_organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX login_codes_by_end ON public.login_codes USING btree (expires_at);
CREATE INDEX login_codes_of_session ON public.login_codes USING btree (session_id);
CREATE INDEX login_codes_of_sso_organization ON public.login_codes USING btree (sso_organization_id);
CREATE INDEX login_codes_of_user ON public.login_codes USING btree (user_id);
comment on table login_codes is 'directory: codes that programs exchange for tokens, once and at once';

create table mails (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  recipient text not null,
  language text not null,
  letter jsonb not null,
  secret text,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (organization_id, id),
  constraint mails_error_check CHECK ((octet_length(error) <= 1024)),
  constraint mails_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'expired'::text, 'withheld'::text])))
);
CREATE INDEX mails_by_age ON public.mails USING brin (created_at);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX mails_undelivered ON public.mails USING btree (created_at) WHERE (status = 'failed'::text);
comment on table mails is 'workspace: mails on their way to people, and what came of them; a mail about an account is in the workspace of its person';

create table members (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  role access_role,
  sso boolean not null default false,
  spaces integer not null default 0,
  joined_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  disabled_at timestamp with time zone,
  constraint members_pkey PRIMARY KEY (organization_id, user_id),
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint members_spaces_check CHECK ((spaces >= 0))
);
CREATE INDEX members_by_joining ON public.members USING btree (organization_id, joined_at, user_id);
CREATE INDEX members_by_last_seen ON public.members USING btree (organization_id, last_seen_at, user_id) WHERE (last_seen_at IS NOT NULL);
CREATE INDEX members_by_role ON public.members USING btree (role, organization_id, user_id) INCLUDE (disabled_at);
CREATE INDEX members_of_user ON public.members USING btree (user_id, organization_id);
comment on table members is 'directory: a person in an organization; spaces counts the spaces granted to them by name';

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  constraint migrations_pkey PRIMARY KEY (name)
);
comment on table migrations is 'local: what was applied to this database';

create table notification_preferences (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  deliveries jsonb not null default '{}'::jsonb,
  watch_participating boolean not null default true,
  digest_hour integer not null default 7,
  time_zone text not null default 'UTC'::text,
  constraint notification_preferences_pkey PRIMARY KEY (organization_id, user_id),
  constraint notification_preferences_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint notification_preferences_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  constraint notification_preferences_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table notification_preferences is 'workspace: how people want to be told, by kind; what is not there is as for everybody';

create table notifications (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  actor_id text collate "C",
  space_id text collate "C",
  change_request_id text collate "C",
  comment_id text collate "C",
  comment_reply_id text collate "C",
  outcome text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mail text,
  mail_at timestamp with time zone,
  collection_id text collate "C",
  constraint notifications_pkey PRIMARY KEY (organization_id, user_id, id),
  constraint notifications_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint notifications_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (actor_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (comment_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (comment_reply_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint notifications_mail_check CHECK ((mail = ANY (ARRAY['mail'::text, 'digest'::text]))),
  constraint notifications_place CHECK ((((space_id IS NULL) <> (collection_id IS NULL)) AND (collection_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX notifications_by_age ON public.notifications USING brin (created_at);
CREATE INDEX notifications_to_mail ON public.notifications USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (organization_id, user_id, id) WHERE (read_at IS NULL);
comment on table notifications is 'workspace: what people are told about, until they have read it and for some time after';

create table oidc_identities (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint oidc_identities_user_key UNIQUE (organization_id, provider_id, user_id),
  constraint oidc_identities_pkey PRIMARY KEY (organization_id, provider_id, subject),
  constraint oidc_identities_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES oidc_providers(organization_id, id) ON DELETE CASCADE,
  constraint oidc_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oidc_identities_of_user ON public.oidc_identities USING btree (user_id);
comment on table oidc_identities is 'workspace: who a person is at an OpenID Connect provider';

create table oidc_providers (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  label text not null,
  issuer text not null default ''::text,
  client_id text not null default ''::text,
  client_secret text,
  default_team_id text collate "C",
  default_role access_role,
  group_claim text not null default 'groups'::text,
  group_teams jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  constraint oidc_providers_pkey PRIMARY KEY (organization_id, id),
  constraint oidc_providers_default_team_id_fkey FOREIGN KEY (default_team_id) REFERENCES teams(id) ON DELETE SET NULL,
  constraint oidc_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX oidc_providers_of_team ON public.oidc_providers USING btree (default_team_id);
comment on table oidc_providers is 'workspace: OpenID Connect providers; one whose settings are not all there cannot be used';

create table oidc_requests (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  next_url text not null,
  expires_at timestamp with time zone not null,
  constraint oidc_requests_pkey PRIMARY KEY (organization_id, provider_id, state_hash),
  constraint oidc_requests_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES oidc_providers(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX oidc_requests_by_end ON public.oidc_requests USING btree (expires_at);
comment on table oidc_requests is 'workspace: requests to OpenID Connect providers that wait for their one answer';

create table openapi_spec_versions (
  organization_id text collate "C" not null,
  spec_id text collate "C" not null,
  id text collate "C" not null,
  hash bytea not null,
  files bytea not null,
  before_id text collate "C",
  changes jsonb not null,
  created_at timestamp with time zone not null,
  constraint openapi_spec_versions_pkey PRIMARY KEY (organization_id, spec_id, id),
  constraint openapi_spec_versions_organization_id_spec_id_fkey FOREIGN KEY (organization_id, spec_id) REFERENCES openapi_specs(organization_id, id) ON DELETE CASCADE,
  constraint openapi_spec_versions_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (spec_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (before_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table openapi_spec_versions is 'workspace: versions of OpenAPI specs, whole';

create table openapi_specs (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  slug text collate "C" not null,
  source_url text,
  source_text bytea,
  source_number integer not null default 1,
  processing_state text not null default 'pending'::text,
  last_version_id text collate "C",
  last_processed_at timestamp with time zone,
  last_error_code text,
  last_errors jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  visibility text not null default 'private'::text,
  constraint openapi_specs_slug_key UNIQUE (organization_id, slug),
  constraint openapi_specs_pkey PRIMARY KEY (organization_id, id),
  constraint openapi_specs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint openapi_specs_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (last_version_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint openapi_specs_last_error_code_check CHECK ((last_error_code = ANY (ARRAY['FETCH_TIMEOUT'::text, 'FETCH_ERROR'::text, 'PARSE_ERROR'::text]))),
  constraint openapi_specs_processing_state_check CHECK ((processing_state = ANY (ARRAY['pending'::text, 'progress'::text, 'complete'::text]))),
  constraint openapi_specs_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  constraint openapi_specs_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text])))
);
comment on table openapi_specs is 'workspace: OpenAPI specs and how their last processing ended';

create table organization_access (
  organization_id text collate "C" not null,
  version text not null,
  constraint organization_access_pkey PRIMARY KEY (organization_id),
  constraint organization_access_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_access_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on table organization_access is 'directory: which state the levels in an organization are in';

create table organizations (
  id text collate "C" not null,
  title text not null,
  email_domains text[] not null default '{}'::text[],
  hostname text,
  default_role access_role,
  default_site_id text collate "C",
  logo_url text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type": "none"}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sso_exempt_user_id text collate "C",
  second_factor boolean not null default false,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  restorable_until timestamp with time zone,
  purging_since timestamp with time zone,
  constraint organizations_hostname_key UNIQUE (hostname),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_sso_exempt_user_id_fkey FOREIGN KEY (sso_exempt_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint organizations_deletion CHECK ((((deleted_at IS NULL) = (restorable_until IS NULL)) AND ((purging_since IS NULL) OR (deleted_at IS NOT NULL)) AND (deleted_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint organizations_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (default_site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (sso_exempt_user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX organizations_deleted ON public.organizations USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX organizations_of_sso_exempt_user ON public.organizations USING btree (sso_exempt_user_id);
comment on table organizations is 'directory: who owns spaces, sites and everything else';

create table page_addresses (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  path text collate "C" not null,
  page_id text collate "C" not null,
  left_in text collate "C" not null,
  constraint page_addresses_pkey PRIMARY KEY (organization_id, space_id, path, page_id, left_in),
  constraint page_addresses_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (left_in ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint page_addresses_path_check CHECK ((octet_length(path) <= 2000))
);
CREATE INDEX page_addresses_by_page ON public.page_addresses USING btree (organization_id, space_id, page_id);
comment on table page_addresses is 'workspace: paths that pages had before, and that still lead to them';

create table page_revisions (
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  revision_id text collate "C" not null,
  constraint page_revisions_pkey PRIMARY KEY (space_id, page_id, revision_id),
  constraint page_revisions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint page_revisions_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table page_revisions is 'content: the revisions of a space that changed a page';

create table password_resets (
  request_id text collate "C" not null,
  code_hash bytea not null,
  user_id text collate "C" not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_code_key UNIQUE (code_hash),
  constraint password_resets_pkey PRIMARY KEY (request_id),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint password_resets_request_id_check CHECK ((request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
CREATE INDEX password_resets_by_end ON public.password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_user ON public.password_resets USING btree (user_id);
comment on table password_resets is 'directory: links with which people who forgot their password set another';

create table passwords (
  user_id text collate "C" not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passwords_ids CHECK ((user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on table passwords is 'directory: the hashes of passwords, for installations without an identity provider';

create table pdfs (
  space_id text collate "C" not null,
  key bytea not null,
  state text not null default 'waiting'::text,
  blob_id text collate "C",
  hash text,
  size bigint,
  fault text,
  asked_at timestamp with time zone not null,
  site_id text,
  claims jsonb,
  constraint pdfs_pkey PRIMARY KEY (space_id, key),
  constraint pdfs_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint pdfs_check CHECK (((state = 'ready'::text) = ((blob_id IS NOT NULL) AND (hash IS NOT NULL) AND (size IS NOT NULL)))),
  constraint pdfs_check1 CHECK (((state = 'failed'::text) = (fault IS NOT NULL))),
  constraint pdfs_hash_check CHECK ((length(hash) = 43)),
  constraint pdfs_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (blob_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint pdfs_key_check CHECK ((length(key) = 32)),
  constraint pdfs_site_id_check CHECK ((site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint pdfs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX pdfs_of_visitors ON public.pdfs USING btree (asked_at) WHERE (site_id IS NOT NULL);
comment on table pdfs is 'content: PDFs that were asked for, and where those are that were made';

create table recovery_codes (
  user_id text collate "C" not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table recovery_codes is 'directory: codes for people who lost their second factor, by their hash';

create table released_names (
  kind text not null,
  name text collate "C" not null,
  organization_id text collate "C" not null,
  released_at timestamp with time zone not null,
  constraint released_names_pkey PRIMARY KEY (kind, name),
  constraint released_names_kind_check CHECK ((kind = ANY (ARRAY['site-path'::text, 'site-address'::text, 'organization-hostname'::text, 'integration'::text])))
);
CREATE INDEX released_names_by_time ON public.released_names USING btree (released_at);
comment on table released_names is 'directory: names that were given up, and who may take them again first';

create table requested_reviewers (
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  revision_id text collate "C" not null,
  requested_by text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint requested_reviewers_pkey PRIMARY KEY (space_id, change_request_id, user_id),
  constraint requested_reviewers_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint requested_reviewers_space_id_change_request_id_fkey FOREIGN KEY (space_id, change_request_id) REFERENCES change_requests(space_id, id) ON DELETE CASCADE,
  constraint requested_reviewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint requested_reviewers_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (requested_by ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX requested_reviewers_of_requester ON public.requested_reviewers USING btree (requested_by);
CREATE INDEX requested_reviewers_of_user ON public.requested_reviewers USING btree (user_id);
comment on table requested_reviewers is 'content: whom a review was asked from, until it is given, declined or taken back';

create table revisions (
  space_id text collate "C" not null,
  id text collate "C" not null,
  root bytea not null,
  type text not null,
  parents text[] not null,
  change_request_id text collate "C",
  merged_from text collate "C",
  created_by text collate "C",
  created_at timestamp with time zone not null,
  constraint revisions_pkey PRIMARY KEY (space_id, id),
  constraint revisions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint revisions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint revisions_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (merged_from ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (created_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint revisions_root_check CHECK ((length(root) = 32)),
  constraint revisions_type_check CHECK ((type = ANY (ARRAY['edits'::text, 'merge'::text, 'rollback'::text, 'update'::text, 'computed'::text])))
);
CREATE INDEX revisions_of_line ON public.revisions USING btree (space_id, change_request_id, id DESC);
CREATE INDEX revisions_of_user ON public.revisions USING btree (created_by);
comment on table revisions is 'content: what a space or a change request was at one moment';

create table saml_answers (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  code_hash bytea not null,
  browser_hash bytea not null,
  next_url text not null,
  person jsonb not null,
  expires_at timestamp with time zone not null,
  constraint saml_answers_pkey PRIMARY KEY (organization_id, provider_id, code_hash),
  constraint saml_answers_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES saml_providers(organization_id, id) ON DELETE CASCADE,
  constraint saml_answers_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (provider_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX saml_answers_by_end ON public.saml_answers USING btree (expires_at);
comment on table saml_answers is 'workspace: verified answers that wait for the browser that asked';

create table saml_assertions (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  id_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint saml_assertions_pkey PRIMARY KEY (organization_id, provider_id, id_hash),
  constraint saml_assertions_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES saml_providers(organization_id, id) ON DELETE CASCADE,
  constraint saml_assertions_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (provider_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX saml_assertions_by_end ON public.saml_assertions USING btree (expires_at);
comment on table saml_assertions is 'workspace: assertions that were used, for as long as they could be sent again';

create table saml_identities (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  name_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint saml_identities_user_key UNIQUE (organization_id, provider_id, user_id),
  constraint saml_identities_pkey PRIMARY KEY (organization_id, provider_id, name_id),
  constraint saml_identities_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES saml_providers(organization_id, id) ON DELETE CASCADE,
  constraint saml_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saml_identities_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (provider_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX saml_identities_of_user ON public.saml_identities USING btree (user_id);
comment on table saml_identities is 'workspace: who a person is at an identity provider';

create table saml_keys (
  organization_id text collate "C" not null,
  certificate text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  constraint saml_keys_pkey PRIMARY KEY (organization_id),
  constraint saml_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint saml_keys_ids CHECK ((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on table saml_keys is 'workspace: what an organization signs its requests to identity providers with';

create table saml_providers (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  label text not null,
  sso_url text not null default ''::text,
  entity_id text not null default ''::text,
  certificate text not null default ''::text,
  default_team_id text collate "C",
  default_role access_role,
  created_at timestamp with time zone not null,
  group_claim text not null default 'groups'::text,
  group_teams jsonb not null default '[]'::jsonb,
  constraint saml_providers_pkey PRIMARY KEY (organization_id, id),
  constraint saml_providers_default_team_id_fkey FOREIGN KEY (default_team_id) REFERENCES teams(id) ON DELETE SET NULL,
  constraint saml_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint saml_providers_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (default_team_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX saml_providers_of_team ON public.saml_providers USING btree (default_team_id);
comment on table saml_providers is 'workspace: identity providers; one whose settings are not all there cannot be used';

create table saml_requests (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  id_hash bytea not null,
  relay_hash bytea not null,
  browser_hash bytea not null,
  next_url text not null,
  expires_at timestamp with time zone not null,
  constraint saml_requests_pkey PRIMARY KEY (organization_id, provider_id, id_hash),
  constraint saml_requests_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES saml_providers(organization_id, id) ON DELETE CASCADE,
  constraint saml_requests_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (provider_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX saml_requests_by_end ON public.saml_requests USING btree (expires_at);
comment on table saml_requests is 'workspace: requests to identity providers that wait for their one answer';

create table scim_groups (
  team_id text collate "C" not null,
  organization_id text collate "C" not null,
  external_id text collate "C",
  updated_at timestamp with time zone not null,
  constraint scim_groups_pkey PRIMARY KEY (team_id),
  constraint scim_groups_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX scim_groups_by_external_id ON public.scim_groups USING btree (organization_id, external_id);
comment on table scim_groups is 'directory: what an identity provider says about a team';

create table scim_tokens (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  label text not null,
  prefix text not null,
  secret_hash bytea not null,
  parent_token_id text collate "C",
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint scim_tokens_secret_key UNIQUE (organization_id, secret_hash),
  constraint scim_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint scim_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint scim_tokens_parent_token_id_fkey FOREIGN KEY (parent_token_id) REFERENCES tokens(id) ON DELETE CASCADE
);
CREATE INDEX scim_tokens_of_token ON public.scim_tokens USING btree (parent_token_id);
comment on table scim_tokens is 'workspace: the secrets with which identity providers call SCIM';

create table scim_users (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  user_name text not null,
  user_name_key text collate "C" not null,
  external_id text collate "C",
  display_name text,
  given_name text,
  family_name text,
  updated_at timestamp with time zone not null,
  constraint scim_users_name_key UNIQUE (organization_id, user_name_key),
  constraint scim_users_pkey PRIMARY KEY (organization_id, user_id),
  constraint scim_users_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX scim_users_by_external_id ON public.scim_users USING btree (organization_id, external_id);
comment on table scim_users is 'directory: what an identity provider says about a member of an organization';

create table search_pages (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  title text not null,
  path text not null,
  constraint search_pages_pkey PRIMARY KEY (organization_id, space_id, page_id),
  constraint search_pages_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table search_pages is 'workspace: pages that can be found, as a result shows them';

create table search_sections (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  part integer not null,
  section_id text collate "C" not null,
  anchor text,
  title text not null,
  body text not null,
  head tsvector not null,
  words tsvector not null,
  guard text collate "C" not null default 'unread'::text,
  conditions text,
  constraint search_sections_pkey PRIMARY KEY (organization_id, space_id, page_id, part),
  constraint search_sections_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (section_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX search_sections_by_guard ON public.search_sections USING btree (organization_id, space_id, guard) WHERE (guard <> ALL (ARRAY[''::text, 'never'::text, 'unread'::text]));
CREATE INDEX search_sections_by_head ON public.search_sections USING gin (head) WITH (gin_pending_list_limit='256');
CREATE INDEX search_sections_by_words ON public.search_sections USING gin (words) WITH (gin_pending_list_limit='512');
comment on table search_sections is 'workspace: sections of pages, by their words';

create table search_spaces (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  root bytea,
  target bytea,
  done_to text collate "C" not null default ''::text,
  language text,
  rebuilding boolean not null default false,
  edition integer not null default 0,
  addressed_to text collate "C",
  constraint search_spaces_pkey PRIMARY KEY (organization_id, space_id),
  constraint search_spaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint search_spaces_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint search_spaces_root_check CHECK ((length(root) = 32)),
  constraint search_spaces_target_check CHECK ((length(target) = 32))
);
CREATE INDEX search_spaces_by_edition ON public.search_spaces USING btree (edition);
CREATE INDEX search_spaces_without_addresses ON public.search_spaces USING btree (organization_id, space_id) WHERE (addressed_to IS NULL);
comment on table search_spaces is 'workspace: how far the search index of each space is';

create table search_words (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  word text collate "C" not null,
  misspelt text[] not null,
  conditional boolean not null default true,
  constraint search_words_pkey PRIMARY KEY (organization_id, space_id, word),
  constraint search_words_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX search_words_by_misspelt ON public.search_words USING gin (misspelt) WITH (gin_pending_list_limit='256');
comment on table search_words is 'workspace: words that a space ever had, for queries that misspell them';

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  sso_organization_id text collate "C",
  user_agent text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  second_factor boolean not null default false,
  proved_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_sso_organization_id_fkey FOREIGN KEY (sso_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (sso_organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_of_sso_organization ON public.sessions USING btree (sso_organization_id);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id, id);
comment on table sessions is 'directory: logins of people in browsers';

create table sign_in_attempts (
  key bytea not null,
  attempts integer not null,
  started_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_attempts_by_start ON public.sign_in_attempts USING btree (started_at);
comment on table sign_in_attempts is 'directory: how often somebody tried to sign in lately and failed';

create table signing_keys (
  purpose text not null,
  created_at timestamp with time zone not null,
  secret text not null,
  constraint signing_keys_pkey PRIMARY KEY (purpose)
);
comment on table signing_keys is 'directory: what addresses of this installation are signed with';

create table site_addresses (
  kind text not null,
  address text collate "C" not null,
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  proved boolean not null default false,
  constraint site_addresses_pkey PRIMARY KEY (kind, address),
  constraint site_addresses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint site_addresses_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint site_addresses_kind_check CHECK ((kind = ANY (ARRAY['path'::text, 'hostname'::text, 'proxy'::text])))
);
CREATE INDEX site_addresses_of_site ON public.site_addresses USING btree (organization_id, site_id);
comment on table site_addresses is 'directory: which site answers at an address; a proxy or a hostname counts if it is proved';

create table site_event_counts (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  day text collate "C" not null,
  type text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  rating text collate "C" not null,
  detail text collate "C" not null,
  count integer not null,
  constraint site_event_counts_pkey PRIMARY KEY (organization_id, site_id, day, type, space_id, page_id, rating, detail),
  constraint site_event_counts_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_event_counts_detail_check CHECK ((octet_length(detail) <= 2048)),
  constraint site_event_counts_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_event_counts is 'workspace: searches, feedback and missing paths of sites on each day';

create table site_former_places (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  path text collate "C" not null,
  space_id text collate "C" not null,
  left_in text collate "C" not null,
  constraint site_former_places_pkey PRIMARY KEY (organization_id, site_id, path, space_id, left_in),
  constraint site_former_places_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_former_places_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (left_in ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_former_places is 'workspace: paths below sites that spaces had before';

create table site_installations (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  installation_id text collate "C" not null,
  id text collate "C" not null,
  integration_name text collate "C" not null,
  external_ids text[] not null default '{}'::text[],
  configuration text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint site_installations_organization_id_id_key UNIQUE (organization_id, id),
  constraint site_installations_pkey PRIMARY KEY (organization_id, site_id, installation_id),
  constraint site_installations_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint site_installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint site_installations_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_installations_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (installation_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX site_installations_of_installation ON public.site_installations USING btree (installation_id, site_id);
CREATE INDEX site_installations_of_integration ON public.site_installations USING btree (integration_name, installation_id, site_id);
comment on table site_installations is 'workspace: sites that an integration is installed on, and how it is configured there';

create table site_page_views (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  day text collate "C" not null,
  page_id text collate "C" not null,
  views integer not null,
  space_id text collate "C" not null default ''::text,
  constraint site_page_views_pkey PRIMARY KEY (organization_id, site_id, day, page_id),
  constraint site_page_views_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_page_views_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (page_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_page_views is 'workspace: views of the pages of sites on each day';

create table site_redirects (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  source text collate "C" not null,
  is_draft boolean not null,
  captures_wildcard boolean not null,
  is_permanent boolean not null,
  destination jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint site_redirects_organization_id_site_id_source_is_draft_key UNIQUE (organization_id, site_id, source, is_draft),
  constraint site_redirects_pkey PRIMARY KEY (organization_id, site_id, id),
  constraint site_redirects_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_redirects_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_redirects is 'workspace: paths of sites that lead elsewhere';

create table site_section_groups (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  icon text,
  rank text collate "C" not null,
  constraint site_section_groups_pkey PRIMARY KEY (organization_id, site_id, id),
  constraint site_section_groups_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_section_groups_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_section_groups is 'workspace: headings over sections of a site';

create table site_sections (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  group_id text collate "C",
  title text not null,
  description text,
  icon text,
  path text not null,
  condition text,
  is_default boolean not null,
  rank text collate "C" not null,
  constraint site_sections_path_key UNIQUE (organization_id, site_id, path),
  constraint site_sections_pkey PRIMARY KEY (organization_id, site_id, id),
  constraint site_sections_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_sections_organization_id_site_id_group_id_fkey FOREIGN KEY (organization_id, site_id, group_id) REFERENCES site_section_groups(organization_id, site_id, id),
  constraint site_sections_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (group_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE UNIQUE INDEX site_sections_default ON public.site_sections USING btree (organization_id, site_id) WHERE is_default;
CREATE INDEX site_sections_of_group ON public.site_sections USING btree (organization_id, site_id, group_id);
comment on table site_sections is 'workspace: parts of a site with a path of their own';

create table site_share_links (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  key text not null,
  active boolean not null default true,
  created_at timestamp with time zone not null,
  key_hash bytea not null,
  constraint site_share_links_pkey PRIMARY KEY (organization_id, site_id, id),
  constraint site_share_links_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_share_links_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table site_share_links is 'workspace: secret addresses of sites';

create table site_spaces (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  section_id text collate "C",
  space_id text collate "C" not null,
  path text not null,
  condition text,
  is_default boolean not null,
  is_hidden boolean not null default false,
  rank text collate "C" not null,
  customization jsonb,
  shown_since timestamp with time zone not null default now(),
  constraint site_spaces_path_key UNIQUE NULLS NOT DISTINCT (organization_id, site_id, section_id, path),
  constraint site_spaces_space_key UNIQUE NULLS NOT DISTINCT (organization_id, site_id, section_id, space_id),
  constraint site_spaces_pkey PRIMARY KEY (organization_id, site_id, id),
  constraint site_spaces_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES sites(organization_id, id) ON DELETE CASCADE,
  constraint site_spaces_organization_id_site_id_section_id_fkey FOREIGN KEY (organization_id, site_id, section_id) REFERENCES site_sections(organization_id, site_id, id) ON DELETE CASCADE,
  constraint site_spaces_default_is_shown CHECK ((NOT (is_default AND is_hidden))),
  constraint site_spaces_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (site_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (section_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE UNIQUE INDEX site_spaces_default_at_root ON public.site_spaces USING btree (organization_id, site_id) WHERE (is_default AND (section_id IS NULL));
CREATE UNIQUE INDEX site_spaces_default_in_section ON public.site_spaces USING btree (organization_id, site_id, section_id) WHERE is_default;
CREATE INDEX site_spaces_of_space ON public.site_spaces USING btree (organization_id, space_id);
comment on table site_spaces is 'workspace: which spaces a site shows, and where';

create table site_visits (
  secret_hash bytea not null,
  session_id text collate "C" not null,
  host text not null,
  state_hash bytea,
  expires_at timestamp with time zone not null,
  constraint site_visits_pkey PRIMARY KEY (secret_hash),
  constraint site_visits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint site_visits_ids CHECK ((session_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
CREATE INDEX site_visits_by_end ON public.site_visits USING btree (expires_at);
CREATE INDEX site_visits_of_session ON public.site_visits USING btree (session_id);
comment on table site_visits is 'directory: people who read sites on other hosts, and the codes that bring them there';

create table sites (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  title text not null,
  visibility text not null,
  published boolean not null default false,
  basename text,
  hostname text,
  proxy text,
  agents_context text not null default 'included'::text,
  adaptive_content boolean not null default false,
  adaptive_schema jsonb,
  adaptive_schema_updated_at timestamp with time zone,
  customization jsonb,
  auth_backend text not null default 'custom'::text,
  auth_fallback_url text,
  auth_private_key text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  audience_since timestamp with time zone not null default now(),
  constraint sites_pkey PRIMARY KEY (organization_id, id),
  constraint sites_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sites_agents_context_check CHECK ((agents_context = ANY (ARRAY['excluded'::text, 'included'::text]))),
  constraint sites_auth_backend_check CHECK ((auth_backend = ANY (ARRAY['custom'::text, 'integration'::text]))),
  constraint sites_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint sites_type_check CHECK ((type = ANY (ARRAY['basic'::text, 'premium'::text, 'ultimate'::text, 'sponsored'::text, 'legacy-basic'::text, 'legacy-premium'::text]))),
  constraint sites_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'share-link'::text, 'visitor-auth'::text])))
);
comment on table sites is 'workspace: docs sites and their settings';

create table space_installations (
  space_id text collate "C" not null,
  installation_id text collate "C" not null,
  id text collate "C" not null,
  organization_id text collate "C" not null,
  integration_name text collate "C" not null,
  external_ids text[] not null default '{}'::text[],
  configuration text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint space_installations_space_id_id_key UNIQUE (space_id, id),
  constraint space_installations_pkey PRIMARY KEY (space_id, installation_id),
  constraint space_installations_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint space_installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint space_installations_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint space_installations_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (installation_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX space_installations_of_installation ON public.space_installations USING btree (installation_id, space_id);
CREATE INDEX space_installations_of_integration ON public.space_installations USING btree (integration_name, installation_id, space_id);
CREATE INDEX space_installations_of_organization ON public.space_installations USING btree (organization_id, id);
comment on table space_installations is 'content: spaces that an integration is installed on, and how it is configured there';

create table space_team_grants (
  space_id text collate "C" not null,
  team_id text collate "C" not null,
  role access_role not null,
  constraint space_team_grants_pkey PRIMARY KEY (space_id, team_id),
  constraint space_team_grants_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint space_team_grants_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint space_team_grants_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (team_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX space_team_grants_of_team ON public.space_team_grants USING btree (team_id);
comment on table space_team_grants is 'content: the level of a team on a space';

create table space_user_grants (
  space_id text collate "C" not null,
  user_id text collate "C" not null,
  role access_role not null,
  constraint space_user_grants_pkey PRIMARY KEY (space_id, user_id),
  constraint space_user_grants_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE,
  constraint space_user_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint space_user_grants_ids CHECK (((space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX space_user_grants_of_user ON public.space_user_grants USING btree (user_id);
comment on table space_user_grants is 'content: the level of one person on a space';

create table spaces (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  parent_id text collate "C",
  title text not null,
  inherits boolean not null default true,
  default_level access_role,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  emoji text,
  icon_url text,
  visibility text not null default 'private'::text,
  edit_mode text not null default 'locked'::text,
  language text,
  merge_rules jsonb not null default '{"type": "inherit"}'::jsonb,
  content_id text collate "C" not null,
  revision_id text collate "C" not null,
  rank text collate "C" not null default 'V'::text,
  comments integer not null default 0,
  change_requests integer not null default 0,
  change_requests_open integer not null default 0,
  change_requests_draft integer not null default 0,
  updated_at timestamp with time zone not null,
  constraint spaces_pkey PRIMARY KEY (id),
  constraint spaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint spaces_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES collections(id),
  constraint spaces_change_requests_check CHECK ((change_requests >= 0)),
  constraint spaces_change_requests_draft_check CHECK ((change_requests_draft >= 0)),
  constraint spaces_change_requests_open_check CHECK ((change_requests_open >= 0)),
  constraint spaces_check CHECK (((NOT inherits) OR (default_level IS NULL))),
  constraint spaces_comments_check CHECK ((comments >= 0)),
  constraint spaces_edit_mode_check CHECK ((edit_mode = ANY (ARRAY['live'::text, 'locked'::text]))),
  constraint spaces_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (parent_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (content_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (revision_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint spaces_in_collection CHECK (((visibility <> 'in-collection'::text) OR (parent_id IS NOT NULL))),
  constraint spaces_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'share-link'::text, 'visitor-auth'::text, 'in-collection'::text, 'private'::text])))
);
CREATE INDEX spaces_among_siblings ON public.spaces USING btree (organization_id, parent_id, rank, id);
CREATE INDEX spaces_by_kind ON public.spaces USING btree (organization_id, parent_id, inherits, default_level) WHERE (deleted_at IS NULL);
CREATE INDEX spaces_by_rank ON public.spaces USING btree (organization_id, rank, id) WHERE (deleted_at IS NULL);
CREATE INDEX spaces_deleted ON public.spaces USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX spaces_of_collection ON public.spaces USING btree (parent_id);
CREATE INDEX spaces_of_content ON public.spaces USING btree (content_id);
CREATE INDEX spaces_of_organization ON public.spaces USING btree (organization_id);
comment on table spaces is 'content: where pages live';

create table stored_bytes (
  organization_id text collate "C" not null,
  bytes bigint not null,
  constraint stored_bytes_pkey PRIMARY KEY (organization_id),
  constraint stored_bytes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint stored_bytes_bytes_check CHECK ((bytes >= 0))
);
comment on table stored_bytes is 'workspace: how many bytes of files an organization has stored';

create table stored_files (
  space_id text collate "C" not null,
  hash bytea not null,
  organization_id text collate "C" not null,
  size bigint not null,
  state text not null,
  until timestamp with time zone not null,
  constraint stored_files_pkey PRIMARY KEY (space_id, hash),
  constraint stored_files_hash_check CHECK ((length(hash) = 32)),
  constraint stored_files_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'kept'::text, 'collected'::text])))
);
CREATE INDEX stored_files_by_expiry ON public.stored_files USING btree (until) WHERE (state <> 'kept'::text);
comment on table stored_files is 'content: bytes of files that are stored or about to be, by the content they are stored under';

create table team_members (
  organization_id text collate "C" not null,
  team_id text collate "C" not null,
  user_id text collate "C" not null,
  role team_role not null,
  constraint team_members_pkey PRIMARY KEY (team_id, user_id),
  constraint team_members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint team_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint team_members_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (team_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX team_members_of_user ON public.team_members USING btree (organization_id, user_id, team_id);
comment on table team_members is 'directory: who is in a team; leaving the organization leaves its teams';

create table teams (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  title text not null,
  spaces integer not null default 0,
  created_at timestamp with time zone not null,
  constraint teams_of_organization UNIQUE (organization_id, id),
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint teams_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint teams_spaces_check CHECK ((spaces >= 0))
);
CREATE INDEX teams_by_title ON public.teams USING btree (organization_id, title, id);
comment on table teams is 'directory: groups of members; spaces counts the spaces granted to the team';

create table tokens (
  id text collate "C" not null,
  user_id text collate "C" not null,
  organization_id text collate "C",
  label text not null,
  prefix text not null,
  secret_hash bytea not null,
  scopes text[],
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  session_id text collate "C",
  sso_organization_id text collate "C",
  superseded_at timestamp with time zone,
  installation_id text collate "C",
  parent_token_id text collate "C",
  sso_proved_at timestamp with time zone,
  login_code_hash bytea,
  second_factor boolean not null default false,
  proved_at timestamp with time zone,
  constraint tokens_secret_hash_key UNIQUE (secret_hash),
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint tokens_parent_token_id_fkey FOREIGN KEY (parent_token_id) REFERENCES tokens(id) ON DELETE CASCADE,
  constraint tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint tokens_sso_organization_id_fkey FOREIGN KEY (sso_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint tokens_ids CHECK (((id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (session_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (sso_organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (installation_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX tokens_by_login_code ON public.tokens USING btree (login_code_hash) WHERE (login_code_hash IS NOT NULL);
CREATE INDEX tokens_of_installation ON public.tokens USING btree (installation_id);
CREATE INDEX tokens_of_organization ON public.tokens USING btree (organization_id);
CREATE INDEX tokens_of_parent ON public.tokens USING btree (parent_token_id);
CREATE INDEX tokens_of_session ON public.tokens USING btree (session_id);
CREATE INDEX tokens_of_sso_organization ON public.tokens USING btree (sso_organization_id);
CREATE INDEX tokens_of_user ON public.tokens USING btree (user_id, id);
comment on table tokens is 'directory: personal access tokens, and those of installations, by the hash of their secret';

create table translation_settings (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint translation_settings_pkey PRIMARY KEY (organization_id, id),
  constraint translation_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint translation_settings_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint translation_settings_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))
);
comment on table translation_settings is 'workspace: translation settings of an organization';

create table uploads (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  hash bytea,
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (organization_id, id),
  constraint uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint uploads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint uploads_hash_check CHECK ((length(hash) = 32)),
  constraint uploads_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (created_by ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint uploads_size_check CHECK ((size > 0))
);
CREATE INDEX uploads_of_person ON public.uploads USING btree (created_by);
comment on table uploads is 'workspace: files that were uploaded to be imported';

create table users (
  id text collate "C" not null,
  display_name text not null,
  email text not null,
  email_verified_at timestamp with time zone,
  photo_url text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  language text,
  deleted_at timestamp with time zone,
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_ids CHECK ((id ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on table users is 'directory: people, in any number of organizations';

create table watches (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  watching boolean not null,
  constraint watches_pkey PRIMARY KEY (organization_id, space_id, change_request_id, user_id),
  constraint watches_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint watches_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (space_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (change_request_id ~ '^[A-Za-z0-9_-]{0,64}$'::text) AND (user_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
CREATE INDEX watches_of_person ON public.watches USING btree (organization_id, user_id);
comment on table watches is 'workspace: spaces and change requests that people chose to watch, or not to';

create table webhook_deliveries (
  organization_id text collate "C" not null,
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  event_type text not null,
  resource text collate "C" not null,
  queued_at timestamp with time zone not null default clock_timestamp(),
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  attempted_at timestamp with time zone,
  duration_ms integer,
  response_status integer,
  response_body text,
  error text,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, webhook_id, id),
  constraint webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (webhook_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text))),
  constraint webhook_deliveries_response_body_check CHECK ((octet_length(response_body) <= 1024)),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'withheld'::text, 'canceled'::text])))
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_in_order ON public.webhook_deliveries USING btree (organization_id, webhook_id, resource, queued_at, id) WHERE (status = 'pending'::text);
comment on table webhook_deliveries is 'workspace: events on their way to webhooks, and what came of them';

create table webhooks (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  description text not null default ''::text,
  event_types text[],
  secret text not null,
  secret_before text,
  secret_before_until timestamp with time zone,
  owner_id text collate "C" not null,
  active boolean not null default true,
  disabled_reason text,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  resting_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'owner'::text]))),
  constraint webhooks_ids CHECK (((organization_id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (id ~ '^[A-Za-z0-9_-]{1,64}$'::text) AND (owner_id ~ '^[A-Za-z0-9_-]{1,64}$'::text)))
);
comment on table webhooks is 'workspace: addresses that are told what happens';

CREATE OR REPLACE FUNCTION public.access_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into organization_access values (new.id, '') on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.leave_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update site_sections set group_id = null
    where organization_id = old.organization_id and site_id = old.site_id and group_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.level_results(standing text, said text)
 RETURNS access_role
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select case
    when standing in ('none', 'disabled', 'sso_required', 'second_factor_required') then null
    when standing = 'admin' then 'admin'::access_role
    else nullif(nullif(coalesce(said, standing), 'guest'), 'none')::access_role
  end
$function$;

CREATE OR REPLACE FUNCTION public.level_says(guest boolean, personal access_role, team access_role, inherits boolean, default_level access_role)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select coalesce(
    personal::text,
    team::text,
    case when not (guest or inherits) then coalesce(default_level::text, 'none') end
  )
$function$;

CREATE OR REPLACE FUNCTION public.release_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into released_names (kind, name, organization_id, released_at)
    select case when kind = 'path' then 'site-path' else 'site-address' end, address, old.id, now()
      from site_addresses where organization_id = old.id and (kind = 'path' or proved)
    union select 'organization-hostname', old.hostname, old.id, now() where old.hostname is not null
    union select 'integration', lower(name), old.id, now() from integrations where organization_id = old.id
  on conflict (kind, name) do update
    set organization_id = excluded.organization_id, released_at = excluded.released_at;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.site_views(standing text, best_space_level access_role)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select case
    when standing in ('none', 'disabled', 'sso_required', 'second_factor_required') then false
    when standing = 'guest' then best_space_level is not null
    else true
  end
$function$;

CREATE OR REPLACE FUNCTION public.standing_of(member boolean, role access_role, disabled_at timestamp with time zone, proven boolean)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    when proven is not true then 'sso_required'
    else coalesce(role::text, 'guest')
  end
$function$;

CREATE OR REPLACE FUNCTION public.standing_of(member boolean, role access_role, disabled_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    else coalesce(role::text, 'guest')
  end
$function$;

CREATE OR REPLACE FUNCTION public.standing_of(member boolean, role access_role, disabled_at timestamp with time zone, proven boolean, factor_proven boolean)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  select case
    when member is not true then 'none'
    when disabled_at is not null then 'disabled'
    when proven is not true then 'sso_required'
    when factor_proven is not true then 'second_factor_required'
    else coalesce(role::text, 'guest')
  end
$function$;

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.collection_team_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.collection_user_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_changed AFTER DELETE OR UPDATE OF organization_id, parent_id, inherits, default_level, deleted_at ON public.collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE OF role, disabled_at ON public.members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_begins AFTER INSERT ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_begins();

CREATE TRIGGER names_released BEFORE DELETE ON public.organizations FOR EACH ROW EXECUTE FUNCTION release_names();

CREATE TRIGGER group_left BEFORE DELETE ON public.site_section_groups FOR EACH ROW EXECUTE FUNCTION leave_group();

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.space_team_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.space_user_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE CONSTRAINT TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE OF team_id, user_id ON public.team_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION access_changed();
