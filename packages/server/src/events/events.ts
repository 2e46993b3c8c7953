import type { Role, Scope, TeamRole } from '@stemma/contract'

/** Everything that can happen, in one list, in the past tense. The audit log, webhooks and search read it. */
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
  | { readonly type: 'organization.created'; readonly organizationId: string; readonly title: string }
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
  | { readonly type: 'member.seen'; readonly userId: string }
  | { readonly type: 'member.sso_set'; readonly userId: string }
  | { readonly type: 'invite.created'; readonly inviteId: string; readonly gives: InviteGives }
  | { readonly type: 'invite.updated'; readonly inviteId: string; readonly gives: InviteGives }
  | { readonly type: 'invite.deleted'; readonly inviteId: string }
  | { readonly type: 'space.granted'; readonly spaceId: string; readonly userId: string; readonly role: Role }
  | {
      readonly type: 'collection.granted'
      readonly collectionId: string
      readonly userId: string
      readonly role: Role
    }
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

export type JoinedBy = 'founding' | 'invitation' | 'invite link' | 'e-mail domain'

type Profile = Readonly<Record<string, string | null>>
type Settings = Readonly<Record<string, unknown>>

export interface InviteGives {
  readonly role: Role | null
  readonly space?: string
  readonly collection?: string
}
