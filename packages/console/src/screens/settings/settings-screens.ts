import { useOperation } from '../../app/operations.ts'
import type { IconName } from '../../kit/icon-names.ts'
import { useOwnRole } from '../people/roles.ts'

/** The screens of the settings, in the order of the sidebar, and who finds something there. */
const screens = [
  { to: '/o/$organizationId/settings/members', title: 'Members', icon: 'user', who: 'members' },
  { to: '/o/$organizationId/settings/teams', title: 'Teams', icon: 'users-three', who: 'everybody' },
  {
    to: '/o/$organizationId/settings/permissions',
    title: 'Permissions',
    icon: 'lock-simple',
    who: 'everybody',
  },
  {
    to: '/o/$organizationId/settings/organization',
    title: 'Organization',
    icon: 'gear',
    who: 'admins',
  },
  { to: '/o/$organizationId/settings/sign-in', title: 'Sign-in', icon: 'key', who: 'admins' },
  { to: '/o/$organizationId/settings/merge-rules', title: 'Merge rules', icon: 'git-merge', who: 'admins' },
  { to: '/o/$organizationId/settings/webhooks', title: 'Webhooks', icon: 'webhooks-logo', who: 'admins' },
  { to: '/o/$organizationId/settings/openapi', title: 'OpenAPI specs', icon: 'code', who: 'members' },
  {
    to: '/o/$organizationId/settings/integrations',
    title: 'Integrations',
    icon: 'plug',
    who: 'members',
  },
  {
    to: '/o/$organizationId/settings/imports',
    title: 'Imports and exports',
    icon: 'download-simple',
    who: 'everybody',
  },
  {
    to: '/o/$organizationId/settings/audit',
    title: 'Audit log',
    icon: 'list-magnifying-glass',
    who: 'admins',
  },
  { to: '/o/$organizationId/settings/trash', title: 'Trash', icon: 'trash', who: 'everybody' },
  { to: '/o/$organizationId/settings/account', title: 'Your account', icon: 'at', who: 'everybody' },
  {
    to: '/o/$organizationId/settings/notifications',
    title: 'Notifications',
    icon: 'bell',
    who: 'everybody',
  },
  { to: '/o/$organizationId/settings/server', title: 'Server', icon: 'hard-drives', who: 'operators' },
] as const satisfies readonly SettingsScreen[]

interface SettingsScreen {
  readonly to: string
  readonly title: string
  readonly icon: IconName
  readonly who: 'everybody' | 'members' | 'admins' | 'operators'
}

/** Those that show something to the person who looks. */
export function useSettingsScreens(organizationId: string) {
  const role = useOwnRole(organizationId)
  const { operator = false } = useOperation('getAuthenticatedUser', {})
  const isAmong = {
    everybody: true,
    members: role !== null,
    admins: role === 'admin',
    operators: operator,
  }
  return screens.filter(({ who }) => isAmong[who])
}
