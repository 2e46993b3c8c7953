import type { Notification } from '@stemma/contract'
import type { IconName } from '../../kit/icon-names.ts'

/** What happened, before and after the name of where it happened. */
export function inWords({ kind, actor, outcome }: Notification): Words {
  const who = actor?.displayName ?? 'Somebody'
  switch (kind) {
    case 'mention':
      return { icon: 'at', before: `${who} mentioned you in` }
    case 'reply':
      return { icon: 'chat-circle', before: `${who} replied in` }
    case 'comment':
      return { icon: 'chat-circle', before: `${who} commented on` }
    case 'review_requested':
      return { icon: 'git-pull-request', before: `${who} asks for your review of` }
    case 'review_submitted':
      return outcome === 'approved'
        ? { icon: 'check-circle', before: `${who} approved` }
        : { icon: 'warning-circle', before: `${who} requested changes to` }
    case 'opened':
      return { icon: 'git-pull-request', before: `${who} opened for review` }
    case 'merged':
      return { icon: 'git-merge', before: `${who} merged` }
    case 'conflict':
      return { icon: 'warning', before: 'Conflicts with its space:' }
    case 'invite':
      return { icon: 'user', before: `${who} gave you access to` }
    default:
      return outcome === 'failed'
        ? { icon: 'warning-circle', before: 'Your import failed in' }
        : { icon: 'check-circle', before: 'Your import is finished in' }
  }
}

interface Words {
  readonly icon: IconName
  readonly before: string
}
