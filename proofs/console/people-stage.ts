import { givenMember, type Organization, type Server } from '../../packages/server/src/test/harness.ts'
import { named } from './review-stage.ts'

/** An organization with people of every kind, and the screens that show them to an admin. */
export async function fillPeople(server: Server, organization: Organization, base: string) {
  const { admin, id: organizationId } = organization
  const api = server.as(admin)
  const params = { organizationId }
  const editor = await named(server, await givenMember(server, organization, 'edit'), 'Ines Moreau')
  const guest = await named(server, await givenMember(server, organization, null), 'Eun-ji Park')
  await api.inviteUsersToOrganization({ params, body: { emails: ['new@example.com'], role: 'comment' } })
  await api.updateOrganizationById({ params, body: { inviteLinks: true } })
  const link = await api.createOrganizationInvite({ params, body: { role: 'read' } })
  const team = await api.createOrganizationTeam({ params, body: { title: 'Writers', members: [editor.id] } })
  const collection = await api.createCollection({ params, body: { title: 'Product' } })
  const space = await api.createSpace({ params, body: { title: 'Runbooks', parent: collection.id } })
  const spaceId = space.id
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'review', teams: [team.id] } })
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'comment', users: [guest.id] } })
  const body = { label: 'Release script', organization: organizationId }
  await api.createToken({ body })
  const settings = `${base}/settings`
  const root = base.slice(0, base.indexOf('/o/'))
  const row = '.people > li'
  const screens = [
    { name: 'members', url: `${settings}/members`, awaits: '.people-list li' },
    { name: 'teams', url: `${settings}/teams`, awaits: row },
    { name: 'a team', url: `${settings}/teams/${team.id}`, awaits: row },
    { name: 'places with permissions', url: `${settings}/permissions`, awaits: row },
    { name: 'permissions of a collection', url: `${settings}/permissions/${collection.id}`, awaits: row },
    { name: 'permissions of a space', url: `${base}/s/${spaceId}/~/permissions`, awaits: row },
    { name: 'settings of a space', url: `${base}/s/${spaceId}/~/settings`, awaits: row },
    { name: 'your account', url: `${settings}/account`, awaits: row },
    { name: 'invitations', url: `${root}/invitations` },
    { name: 'an invite link', url: `${root}/join/${organizationId}/${link.id}`, awaits: '.notice' },
  ]
  return { screens, spaceId, editor, guest, team, collection }
}
