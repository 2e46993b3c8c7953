// Generated from the migrations by `npm run generate`. Do not edit.

import type { ColumnType, Generated } from 'kysely'

type AccessRole = 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'
type TeamRole = 'member' | 'owner'

/** Written as JSON text, read as the value. */
type Json = ColumnType<unknown, string, string>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>

export interface Tables {
  backups: {
    id: string
    finished_at: string
    rows: number
    files: number
    missing: number
    damaged: number
  }
  change_request_presences: {
    space_id: string
    change_request_id: string
    user_id: string
    client: string
    page_id: string | null
    state: string
    since: string
    expires_at: string
  }
  change_request_reviews: {
    space_id: string
    change_request_id: string
    id: string
    revision_id: string
    reviewer_id: string
    requested_by: string | null
    status: string
    created_at: string
  }
  change_requests: {
    space_id: string
    id: string
    number: number
    status: string
    subject: string
    description: Json | null
    created_by: string
    created_at: string
    updated_at: string
    revision_id: string
    revision_initial: string
    revision_merged_ancestor: string | null
    revision_merged: string | null
    comments: Generated<number>
    conflict_told_at: string | null
  }
  collection_team_grants: {
    collection_id: string
    team_id: string
    role: AccessRole
  }
  collection_user_grants: {
    collection_id: string
    user_id: string
    role: AccessRole
  }
  collections: {
    id: string
    organization_id: string
    parent_id: string | null
    title: string
    inherits: Generated<boolean>
    default_level: AccessRole | null
    created_at: string
    description: string | null
    rank: Generated<string>
    deleted_at: string | null
  }
  comment_reactions: {
    space_id: string
    comment_id: string
    emoji: string
    user_id: string
    created_at: string
  }
  comments: {
    space_id: string
    id: string
    change_request_id: string | null
    reply_to: string | null
    review_id: string | null
    revision_id: string
    page_id: string | null
    page_title: string | null
    page_path: string | null
    page_document: Buffer | null
    node_id: string | null
    node_preview: string | null
    cell_record: string | null
    cell_definition: string | null
    body: string
    posted_by: string
    posted_at: string
    edited_at: string | null
    resolved_at: string | null
    resolved_by: string | null
    replies: Generated<number>
  }
  content_objects: {
    space_id: string
    hash: Buffer
    packing: number
    bytes: Buffer
  }
  documents: {
    space_id: string
    id: string
    hash: Buffer
    published: boolean
  }
  email_changes: {
    user_id: string
    email: string
    old_code_hash: Buffer
    new_code_hash: Buffer
    old_confirmed_at: string | null
    new_confirmed_at: string | null
    created_at: string
    expires_at: string
  }
  email_domains: {
    organization_id: string
    domain: string
    token: string
    asked_at: string
    checked_at: string | null
    verified_at: string | null
    missing_since: string | null
    vouched: Generated<boolean>
    for_email: Generated<boolean>
    for_sites: Generated<boolean>
    problem: string | null
    next_check_at: string | null
  }
  event_positions: {
    organization_id: string
    position: number
  }
  events: {
    organization_id: string
    id: string
    type: string
    actor_id: string | null
    request_id: string | null
    body: Json
    created_at: string
    position: number | null
    recorded_at: string | null
  }
  factor_challenges: {
    secret_hash: Buffer
    purpose: string
    user_id: string | null
    challenge: Buffer
    attempts: Generated<number>
    expires_at: string
  }
  factors: {
    id: string
    user_id: string
    kind: string
    label: string
    secret: string | null
    last_step: number | null
    credential_id: Buffer | null
    public_key: Buffer | null
    sign_count: number | null
    transports: string[] | null
    created_at: string
    confirmed_at: string | null
    last_used_at: string | null
    backed_up: boolean | null
  }
  git_branches: {
    space_id: string
    change_request_id: string
    name: string
  }
  git_commits: {
    space_id: string
    revision_id: string
    repository: string
    oid: Buffer
    bytes: Buffer
    layout: number
  }
  git_packs: {
    space_id: string
    tip: Buffer
    bytes: Buffer
    pieces: Buffer[]
    bases: Buffer[]
    drafts: boolean
  }
  git_pushes: {
    space_id: string
    tip: Buffer
    user_id: string
    change_request_id: string | null
    revision_id: string
    pushed_at: string
  }
  idempotency_keys: {
    organization_id: string
    key: string
    fingerprint: Buffer
    status: number
    headers: Json
    body: string | null
    created_at: string
  }
  import_addresses: {
    organization_id: string
    run_id: string
    address: string
    url: string
    kind: string
    state: string
    distance: Generated<number>
    position: number
    title: string | null
    markdown: Buffer | null
    file: Json | null
    alias_of: string | null
    page_id: string | null
    reason: string | null
  }
  import_runs: {
    organization_id: string
    id: string
    status: Generated<string>
    source: Json
    space_id: string
    change_request_id: string
    page_id: string | null
    step: Generated<number>
    attempts: Generated<number>
    state: Json | null
    found: Generated<number>
    done: Generated<number>
    failed: Generated<number>
    revision_id: string | null
    error: string | null
    created_by: string
    created_at: string
    started_at: string | null
    completed_at: string | null
  }
  installations: {
    id: string
    integration_name: string
    organization_id: string
    installed_by: string
    scopes: string[]
    space_selection: Generated<string>
    site_selection: Generated<string>
    external_ids: Generated<string[]>
    configuration: string
    created_at: string
    updated_at: string
  }
  integration_scripts: {
    organization_id: string
    integration_name: string
    runtime: string
    script: Buffer
    secrets: string | null
  }
  integrations: {
    name: string
    organization_id: string
    version: number
    title: string
    description: string
    summary: string | null
    visibility: string
    target: string
    scopes: string[]
    categories: string[]
    blocks: Json
    block_domains: string[]
    content_sources: Json
    configurations: Json | null
    external_links: Json
    content_security_policy: string | null
    icon: Json | null
    preview_images: Json
    created_at: string
    updated_at: string
    unpublished_at: string | null
  }
  invitation_levels: {
    invitation_id: string
    kind: string
    place_id: string
    role: AccessRole
  }
  invitation_teams: {
    invitation_id: string
    team_id: string
    role: TeamRole
  }
  invitations: {
    id: string
    organization_id: string
    email: string
    role: AccessRole | null
    sso: boolean
    created_at: string
    expires_at: string
    code_hash: Buffer | null
    mailed_at: string | null
  }
  invites: {
    id: string
    organization_id: string
    role: AccessRole | null
    space_id: string | null
    collection_id: string | null
    created_at: string
  }
  known_networks: {
    key: Buffer
    seen_at: string
  }
  login_codes: {
    code_hash: Buffer
    user_id: string
    sso_organization_id: string | null
    label: string
    challenge: string
    redirect_url: string
    expires_at: string
    session_id: string | null
    sso_proved_at: string | null
    scopes: string[] | null
    second_factor: Generated<boolean>
  }
  mails: {
    organization_id: string
    id: string
    recipient: string
    language: string
    letter: Json
    secret: string | null
    status: Generated<string>
    attempts: Generated<number>
    next_attempt_at: string
    expires_at: string
    error: string | null
    created_at: string
    sent_at: string | null
  }
  members: {
    organization_id: string
    user_id: string
    role: AccessRole | null
    sso: Generated<boolean>
    spaces: Generated<number>
    joined_at: string
    last_seen_at: string | null
    disabled_at: string | null
  }
  migrations: {
    name: string
    checksum: string
    applied_at: string
  }
  notification_preferences: {
    organization_id: string
    user_id: string
    deliveries: JsonWithDefault
    watch_participating: Generated<boolean>
    digest_hour: Generated<number>
    time_zone: Generated<string>
  }
  notifications: {
    organization_id: string
    user_id: string
    id: string
    kind: string
    actor_id: string | null
    space_id: string | null
    change_request_id: string | null
    comment_id: string | null
    comment_reply_id: string | null
    outcome: string | null
    created_at: string
    read_at: string | null
    mail: string | null
    mail_at: string | null
    collection_id: string | null
  }
  oidc_identities: {
    organization_id: string
    provider_id: string
    subject: string
    user_id: string
    created_at: string
  }
  oidc_providers: {
    organization_id: string
    id: string
    label: string
    issuer: Generated<string>
    client_id: Generated<string>
    client_secret: string | null
    default_team_id: string | null
    default_role: AccessRole | null
    group_claim: Generated<string>
    group_teams: JsonWithDefault
    created_at: string
  }
  oidc_requests: {
    organization_id: string
    provider_id: string
    state_hash: Buffer
    browser_hash: Buffer
    next_url: string
    expires_at: string
  }
  openapi_spec_versions: {
    organization_id: string
    spec_id: string
    id: string
    hash: Buffer
    files: Buffer
    before_id: string | null
    changes: Json
    created_at: string
  }
  openapi_specs: {
    organization_id: string
    id: string
    slug: string
    source_url: string | null
    source_text: Buffer | null
    source_number: Generated<number>
    processing_state: Generated<string>
    last_version_id: string | null
    last_processed_at: string | null
    last_error_code: string | null
    last_errors: Json | null
    created_at: string
    updated_at: string
    visibility: Generated<string>
  }
  organization_access: {
    organization_id: string
    version: string
  }
  organizations: {
    id: string
    title: string
    email_domains: Generated<string[]>
    hostname: string | null
    default_role: AccessRole | null
    default_site_id: string | null
    logo_url: string | null
    sso: Generated<boolean>
    ai: Generated<boolean>
    invite_links: Generated<boolean>
    merge_rules: JsonWithDefault
    created_at: string
    updated_at: string
    sso_exempt_user_id: string | null
    second_factor: Generated<boolean>
    deleted_at: string | null
    deleted_by: string | null
    restorable_until: string | null
    purging_since: string | null
  }
  page_addresses: {
    organization_id: string
    space_id: string
    path: string
    page_id: string
    left_in: string
  }
  page_revisions: {
    space_id: string
    page_id: string
    revision_id: string
  }
  password_resets: {
    request_id: string
    code_hash: Buffer
    user_id: string
    expires_at: string
  }
  passwords: {
    user_id: string
    hash: string
    changed_at: string
  }
  pdfs: {
    space_id: string
    key: Buffer
    state: Generated<string>
    blob_id: string | null
    hash: string | null
    size: number | null
    fault: string | null
    asked_at: string
    site_id: string | null
    claims: Json | null
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
    created_at: string
    used_at: string | null
  }
  released_names: {
    kind: string
    name: string
    organization_id: string
    released_at: string
  }
  requested_reviewers: {
    space_id: string
    change_request_id: string
    user_id: string
    revision_id: string
    requested_by: string
    created_at: string
  }
  revisions: {
    space_id: string
    id: string
    root: Buffer
    type: string
    parents: string[]
    change_request_id: string | null
    merged_from: string | null
    created_by: string | null
    created_at: string
  }
  saml_answers: {
    organization_id: string
    provider_id: string
    code_hash: Buffer
    browser_hash: Buffer
    next_url: string
    person: Json
    expires_at: string
  }
  saml_assertions: {
    organization_id: string
    provider_id: string
    id_hash: Buffer
    expires_at: string
  }
  saml_identities: {
    organization_id: string
    provider_id: string
    name_id: string
    user_id: string
    created_at: string
  }
  saml_keys: {
    organization_id: string
    certificate: string
    private_key: string
    created_at: string
  }
  saml_providers: {
    organization_id: string
    id: string
    label: string
    sso_url: Generated<string>
    entity_id: Generated<string>
    certificate: Generated<string>
    default_team_id: string | null
    default_role: AccessRole | null
    created_at: string
    group_claim: Generated<string>
    group_teams: JsonWithDefault
  }
  saml_requests: {
    organization_id: string
    provider_id: string
    id_hash: Buffer
    relay_hash: Buffer
    browser_hash: Buffer
    next_url: string
    expires_at: string
  }
  scim_groups: {
    team_id: string
    organization_id: string
    external_id: string | null
    updated_at: string
  }
  scim_tokens: {
    organization_id: string
    id: string
    label: string
    prefix: string
    secret_hash: Buffer
    parent_token_id: string | null
    created_at: string
    last_used_at: string | null
    expires_at: string
  }
  scim_users: {
    organization_id: string
    user_id: string
    user_name: string
    user_name_key: string
    external_id: string | null
    display_name: string | null
    given_name: string | null
    family_name: string | null
    updated_at: string
  }
  search_pages: {
    organization_id: string
    space_id: string
    page_id: string
    title: string
    path: string
  }
  search_sections: {
    organization_id: string
    space_id: string
    page_id: string
    part: number
    section_id: string
    anchor: string | null
    title: string
    body: string
    head: string
    words: string
    guard: Generated<string>
    conditions: string | null
  }
  search_spaces: {
    organization_id: string
    space_id: string
    root: Buffer | null
    target: Buffer | null
    done_to: Generated<string>
    language: string | null
    rebuilding: Generated<boolean>
    edition: Generated<number>
    addressed_to: string | null
  }
  search_words: {
    organization_id: string
    space_id: string
    word: string
    misspelt: string[]
    conditional: Generated<boolean>
  }
  sessions: {
    id: string
    user_id: string
    sso_organization_id: string | null
    user_agent: string | null
    created_at: string
    expires_at: string
    second_factor: Generated<boolean>
    proved_at: string | null
  }
  sign_in_attempts: {
    key: Buffer
    attempts: number
    started_at: string
  }
  signing_keys: {
    purpose: string
    created_at: string
    secret: string
  }
  site_addresses: {
    kind: string
    address: string
    organization_id: string
    site_id: string
    proved: Generated<boolean>
  }
  site_event_counts: {
    organization_id: string
    site_id: string
    day: string
    type: string
    space_id: string
    page_id: string
    rating: string
    detail: string
    count: number
  }
  site_former_places: {
    organization_id: string
    site_id: string
    path: string
    space_id: string
    left_in: string
  }
  site_installations: {
    organization_id: string
    site_id: string
    installation_id: string
    id: string
    integration_name: string
    external_ids: Generated<string[]>
    configuration: string
    created_at: string
    updated_at: string
  }
  site_page_views: {
    organization_id: string
    site_id: string
    day: string
    page_id: string
    views: number
    space_id: Generated<string>
  }
  site_redirects: {
    organization_id: string
    site_id: string
    id: string
    source: string
    is_draft: boolean
    captures_wildcard: boolean
    is_permanent: boolean
    destination: Json
    created_at: string
    updated_at: string
  }
  site_section_groups: {
    organization_id: string
    site_id: string
    id: string
    title: string
    icon: string | null
    rank: string
  }
  site_sections: {
    organization_id: string
    site_id: string
    id: string
    group_id: string | null
    title: string
    description: string | null
    icon: string | null
    path: string
    condition: string | null
    is_default: boolean
    rank: string
  }
  site_share_links: {
    organization_id: string
    site_id: string
    id: string
    name: string
    key: string
    active: Generated<boolean>
    created_at: string
    key_hash: Buffer
  }
  site_spaces: {
    organization_id: string
    site_id: string
    id: string
    section_id: string | null
    space_id: string
    path: string
    condition: string | null
    is_default: boolean
    is_hidden: Generated<boolean>
    rank: string
    customization: Json | null
    shown_since: Generated<string>
  }
  site_visits: {
    secret_hash: Buffer
    session_id: string
    host: string
    state_hash: Buffer | null
    expires_at: string
  }
  sites: {
    organization_id: string
    id: string
    type: string
    title: string
    visibility: string
    published: Generated<boolean>
    basename: string | null
    hostname: string | null
    proxy: string | null
    agents_context: Generated<string>
    adaptive_content: Generated<boolean>
    adaptive_schema: Json | null
    adaptive_schema_updated_at: string | null
    customization: Json | null
    auth_backend: Generated<string>
    auth_fallback_url: string | null
    auth_private_key: string
    created_at: string
    updated_at: string
    audience_since: Generated<string>
  }
  space_installations: {
    space_id: string
    installation_id: string
    id: string
    organization_id: string
    integration_name: string
    external_ids: Generated<string[]>
    configuration: string
    created_at: string
    updated_at: string
  }
  space_team_grants: {
    space_id: string
    team_id: string
    role: AccessRole
  }
  space_user_grants: {
    space_id: string
    user_id: string
    role: AccessRole
  }
  spaces: {
    id: string
    organization_id: string
    parent_id: string | null
    title: string
    inherits: Generated<boolean>
    default_level: AccessRole | null
    created_at: string
    deleted_at: string | null
    emoji: string | null
    icon_url: string | null
    visibility: Generated<string>
    edit_mode: Generated<string>
    language: string | null
    merge_rules: JsonWithDefault
    content_id: string
    revision_id: string
    rank: Generated<string>
    comments: Generated<number>
    change_requests: Generated<number>
    change_requests_open: Generated<number>
    change_requests_draft: Generated<number>
    updated_at: string
  }
  stored_bytes: {
    organization_id: string
    bytes: number
  }
  stored_files: {
    space_id: string
    hash: Buffer
    organization_id: string
    size: number
    state: string
    until: string
  }
  team_members: {
    organization_id: string
    team_id: string
    user_id: string
    role: TeamRole
  }
  teams: {
    id: string
    organization_id: string
    title: string
    spaces: Generated<number>
    created_at: string
  }
  tokens: {
    id: string
    user_id: string
    organization_id: string | null
    label: string
    prefix: string
    secret_hash: Buffer
    scopes: string[] | null
    created_at: string
    last_used_at: string | null
    expires_at: string
    session_id: string | null
    sso_organization_id: string | null
    superseded_at: string | null
    installation_id: string | null
    parent_token_id: string | null
    sso_proved_at: string | null
    login_code_hash: Buffer | null
    second_factor: Generated<boolean>
    proved_at: string | null
  }
  translation_settings: {
    organization_id: string
    id: string
    title: string
    created_at: string
    updated_at: string
  }
  uploads: {
    organization_id: string
    id: string
    name: string
    content_type: string
    size: number
    hash: Buffer | null
    created_by: string
    created_at: string
  }
  users: {
    id: string
    display_name: string
    email: string
    email_verified_at: string | null
    photo_url: string | null
    created_at: string
    updated_at: string
    language: string | null
    deleted_at: string | null
  }
  watches: {
    organization_id: string
    space_id: string
    change_request_id: string
    user_id: string
    watching: boolean
  }
  webhook_deliveries: {
    organization_id: string
    webhook_id: string
    id: string
    event_type: string
    resource: string
    queued_at: Generated<string>
    status: Generated<string>
    attempts: Generated<number>
    next_attempt_at: string
    attempted_at: string | null
    duration_ms: number | null
    response_status: number | null
    response_body: string | null
    error: string | null
    created_at: string
  }
  webhooks: {
    organization_id: string
    id: string
    url: string
    description: Generated<string>
    event_types: string[] | null
    secret: string
    secret_before: string | null
    secret_before_until: string | null
    owner_id: string
    active: Generated<boolean>
    disabled_reason: string | null
    failures: Generated<number>
    failing_since: string | null
    resting_until: string | null
    created_at: string
    updated_at: string
  }
}
