import type { Authorship, EventType, Review, Role, Scope, TeamRole } from '@stemma/contract'
import type { IntegrationEvent } from './integration-events.ts'
import type { InvitationEvent } from './invitation-events.ts'
import type { OrganizationEvent } from './organization-events.ts'
import type { SecondFactorEvent } from './second-factor-events.ts'
import type { SiteEvent } from './site-events.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** All event types, in the past tense. The audit log, webhooks and search use them. */
export type Event =
  | { readonly type: 'user.created'; readonly userId: string; readonly email: string }
  | {
      readonly type: 'user.updated'
      readonly userId: string
      readonly before: Profile
      readonly after: Profile
    }
  | {
      readonly type: 'token.created'
      readonly tokenId: string
      readonly label: string
      readonly scopes: readonly Scope[] | null
    }
  | { readonly type: 'token.revoked'; readonly tokenId: string; readonly label: string }
  | {
      readonly type: 'user.signed_in'
      readonly userId: string
      readonly sessionId: string
      readonly by: SignedInBy
      readonly secondFactor?: boolean
    }
  | { readonly type: 'user.email_verified'; readonly userId: string; readonly email: string }
  | {
      readonly type: 'user.email_changed'
      readonly userId: string
      readonly before: string
      readonly after: string
    }
  | { readonly type: 'user.password_set'; readonly userId: string }
  | { readonly type: 'user.deleted'; readonly userId: string; readonly authorship: Authorship }
  | SecondFactorEvent
  | { readonly type: 'session.ended'; readonly sessionId: string; readonly because: SessionEnd }
  | OrganizationEvent
  | {
      readonly type: 'organization.sso_switched'
      readonly on: boolean
      readonly exemptMember: string | null
    }
  | { readonly type: 'organization.updated'; readonly before: Settings; readonly after: Settings }
  | {
      readonly type: 'member.added'
      readonly userId: string
      readonly role: Role | null
      readonly by: JoinedBy
    }
  | { readonly type: 'member.removed'; readonly userId: string; readonly role: Role | null }
  | {
      readonly type: 'member.role_changed'
      readonly userId: string
      readonly before: Role | null
      readonly after: Role | null
    }
  | { readonly type: 'member.seen' | 'member.disabled' | 'member.enabled'; readonly userId: string }
  | {
      readonly type: 'member.updated'
      readonly userId: string
      readonly before: Settings
      readonly after: Settings
    }
  | { readonly type: 'member.sso_set'; readonly userId: string }
  | InvitationEvent
  | { readonly type: 'invite.created'; readonly inviteId: string; readonly gives: InviteGives }
  | { readonly type: 'invite.updated'; readonly inviteId: string; readonly gives: InviteGives }
  | { readonly type: 'invite.deleted'; readonly inviteId: string }
  | {
      readonly type: 'space.created'
      readonly spaceId: string
      readonly title: string
      readonly parent: Parent
    }
  | {
      readonly type: 'space.updated'
      readonly spaceId: string
      readonly before: Settings
      readonly after: Settings
    }
  | { readonly type: 'space.cloned'; readonly spaceId: string }
  | {
      readonly type: 'space.pushed'
      readonly spaceId: string
      readonly revisionId: string
      /** The ID of the commit that was pushed. */
      readonly commit: string
    }
  | {
      readonly type: 'git.push_refused'
      readonly spaceId: string
      readonly refs: readonly string[]
      /** What git showed to its user. */
      readonly reason: string
    }
  | {
      readonly type: 'space.duplicated'
      readonly spaceId: string
      readonly title: string
      readonly from: string
    }
  | {
      readonly type: 'space.content_updated'
      readonly spaceId: string
      readonly revisionId: string
      readonly pages: readonly string[]
    }
  | {
      readonly type: 'change_request.created'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly number: number
      readonly subject: string
    }
  | {
      readonly type: 'space.rolled_back'
      readonly spaceId: string
      readonly revisionId: string
      readonly to: string
    }
  | {
      readonly type: 'change_request.edited'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly before: Settings
      readonly after: Settings
    }
  | {
      readonly type: 'change_request.updated'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly revisionId: string
      /** The revision of the space that was merged into the change request. */
      readonly from: string
    }
  | {
      readonly type: 'change_request.merged'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly revisionId: string
    }
  | {
      readonly type: 'change_request.conflicted'
      readonly spaceId: string
      readonly changeRequestId: string
      /** The revision of the space that it conflicts with. */
      readonly revisionId: string
    }
  | {
      readonly type: 'change_request.content_updated'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly revisionId: string
      readonly pages: readonly string[]
    }
  | {
      readonly type: 'change_request.pushed'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly revisionId: string
      /** The ID of the commit that was pushed. */
      readonly commit: string
    }
  | { readonly type: 'change_request.opened'; readonly spaceId: string; readonly changeRequestId: string }
  | {
      readonly type: 'change_request.reviewed'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly reviewId: string
      readonly revisionId: string
      readonly status: ReviewStatus
    }
  | {
      readonly type: 'change_request.review_requested'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly revisionId: string
      readonly userId: string
    }
  | {
      readonly type: 'change_request.review_request_removed'
      readonly spaceId: string
      readonly changeRequestId: string
      readonly userId: string
    }
  | ({
      readonly type:
        | 'comment.posted'
        | 'comment.edited'
        | 'comment.deleted'
        | 'comment.resolved'
        | 'comment.reopened'
    } & Posted)
  | ({
      readonly type: 'comment.reacted'
      readonly added: readonly string[]
      readonly removed: readonly string[]
    } & Posted)
  | ({ readonly type: 'comment.mentioned'; readonly userId: string } & Posted)
  | {
      readonly type: 'space.moved'
      readonly spaceId: string
      readonly before: Parent
      readonly after: Parent
    }
  | {
      readonly type: 'space.transferred'
      readonly spaceId: string
      readonly from: string
      readonly to: string
    }
  | { readonly type: 'space.deleted' | 'space.restored'; readonly spaceId: string; readonly title: string }
  | { readonly type: 'space.purged'; readonly spaceId: string }
  | {
      readonly type: 'collection.created'
      readonly collectionId: string
      readonly title: string
      readonly parent: Parent
    }
  | {
      readonly type: 'collection.updated'
      readonly collectionId: string
      readonly before: Settings
      readonly after: Settings
    }
  | {
      readonly type: 'collection.moved'
      readonly collectionId: string
      readonly before: Parent
      readonly after: Parent
    }
  | {
      readonly type: 'collection.transferred'
      readonly collectionId: string
      readonly from: string
      readonly to: string
      readonly spaces: readonly string[]
    }
  | {
      readonly type: 'collection.deleted'
      readonly collectionId: string
      readonly title: string
      readonly collections: readonly string[]
      readonly spaces: readonly string[]
    }
  | ({ readonly type: 'permission.granted'; readonly before: Role | null; readonly after: Role } & On & To)
  | ({ readonly type: 'permission.revoked'; readonly before: Role } & On & To)
  | { readonly type: 'team.created'; readonly teamId: string; readonly title: string }
  | {
      readonly type: 'team.renamed'
      readonly teamId: string
      readonly before: string
      readonly after: string
    }
  | { readonly type: 'team.deleted'; readonly teamId: string; readonly title: string }
  | {
      readonly type: 'team.member_set'
      readonly teamId: string
      readonly userId: string
      readonly role: TeamRole
    }
  | { readonly type: 'team.member_removed'; readonly teamId: string; readonly userId: string }
  | {
      readonly type: 'openapi_spec.created' | 'openapi_spec.updated' | 'openapi_spec.deleted'
      readonly slug: string
    }
  | {
      readonly type: 'openapi_spec.visibility_set'
      readonly slug: string
      readonly before: string
      readonly after: string
    }
  | {
      readonly type: 'openapi_spec.version_added'
      readonly slug: string
      readonly versionId: string
      readonly breaking: boolean
    }
  | { readonly type: 'openapi_spec.failed'; readonly slug: string; readonly code: string }
  | {
      readonly type: 'oidc_provider.created' | 'oidc_provider.deleted'
      readonly oidcProviderId: string
      readonly label: string
    }
  | {
      readonly type: 'oidc_provider.updated'
      readonly oidcProviderId: string
      readonly before: Settings
      readonly after: Settings
      readonly secretReplaced: boolean
    }
  | {
      readonly type: 'scim_token.created' | 'scim_token.revoked'
      readonly scimTokenId: string
      readonly label: string
    }
  | {
      readonly type: 'saml_provider.created' | 'saml_provider.deleted'
      readonly samlProviderId: string
      readonly label: string
    }
  | {
      readonly type: 'saml_provider.updated'
      readonly samlProviderId: string
      readonly before: Settings
      readonly after: Settings
    }
  | {
      readonly type: 'translation.created' | 'translation.deleted'
      readonly translationSettingsId: string
      readonly title: string
    }
  | {
      readonly type: 'translation.renamed'
      readonly translationSettingsId: string
      readonly before: string
      readonly after: string
    }
  | {
      readonly type: 'domain.check_requested' | 'domain.verified' | 'domain.missing' | 'domain.lost'
      readonly domain: string
    }
  | {
      readonly type: 'import_run.started' | 'import_run.cancelled' | 'import_run.failed'
      readonly importRunId: string
      readonly spaceId: string
    }
  | {
      readonly type: 'import_run.completed'
      readonly importRunId: string
      readonly spaceId: string
      readonly revisionId: string
      readonly pages: number
    }
  | { readonly type: 'upload.created'; readonly uploadId: string; readonly size: number }
  | IntegrationEvent
  | SiteEvent
  | WebhookEvent

/** The contract lists the same types: a type that is missing on either side doesn't compile. */
type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : [missing: Exclude<B, A>]
  : [added: Exclude<A, B>]
true satisfies Same<Event['type'], EventType>

type SignedInBy = 'password' | 'passkey' | 'single sign-on'
type SessionEnd =
  | 'signed out'
  | 'signed in anew'
  | 'ended from elsewhere'
  | 'ended by the operator'
  | 'password changed'
  | 'second factor added'
  | 'an old secret was used'
  | 'membership disabled'
  | 'account deleted'

export type JoinedBy =
  | ('founding' | 'invitation' | 'invite link' | 'e-mail domain')
  | ('single sign-on' | 'provisioning')

/** A collection, or the top of the organization. */
type Parent = string | null

/** A level is granted on a space or collection, to a person or a team. */
type On = { readonly spaceId: string } | { readonly collectionId: string }
type To = { readonly userId: string } | { readonly teamId: string }

/** A comment, or a reply to it, in a space or in one of its change requests. */
interface Posted {
  readonly spaceId: string
  readonly changeRequestId?: string
  readonly commentId: string
  readonly commentReplyId?: string
}

type ReviewStatus = Review['status']
type Profile = Readonly<Record<string, string | null>>
type Settings = Readonly<Record<string, unknown>>

interface InviteGives {
  readonly role: Role | null
  readonly space?: string
  readonly collection?: string
}
