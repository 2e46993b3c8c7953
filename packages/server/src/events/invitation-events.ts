import type { Role, TeamRole } from '@stemma/contract'

/** Events of pending invitations. Until they accept, people are identified only by e-mail address. */
export type InvitationEvent =
  | {
      readonly type: 'invitation.created' | 'invitation.renewed'
      readonly invitationId: string
      readonly email: string
      readonly role: Role | null
    }
  | {
      readonly type: 'invitation.updated'
      readonly invitationId: string
      readonly email: string
      readonly gives: PendingTeam | PendingLevel
    }
  | {
      readonly type: 'invitation.accepted'
      readonly invitationId: string
      readonly email: string
      readonly userId: string
    }
  | {
      readonly type: 'invitation.declined' | 'invitation.withdrawn'
      readonly invitationId: string
      readonly email: string
    }

/** A null role means that it was removed again. */
interface PendingTeam {
  readonly team: string
  readonly role: TeamRole | null
}

interface PendingLevel {
  readonly space?: string
  readonly collection?: string
  readonly role: Role | null
}
