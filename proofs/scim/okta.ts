import { oktaUser } from '../../packages/server/src/test/provisioning.ts'
import type { Exchange } from './stage.ts'

const email = 'grace@{domain}'
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const user = oktaUser(email, { externalId: '00u1' })

/** The life of a user and of a pushed group, in the shapes that Okta sends. */
export const okta: readonly Exchange[] = [
  {
    name: 'Okta tests the connection',
    method: 'GET',
    path: '/Users?startIndex=1&count=2',
    status: 200,
    expect: { totalResults: 1, startIndex: 1, itemsPerPage: 1 },
  },
  {
    name: 'Okta looks for a user',
    method: 'GET',
    path: `/Users?filter=userName eq "${email}"&startIndex=1&count=100`,
    status: 200,
    expect: { totalResults: 0, Resources: [] },
  },
  {
    name: 'Okta creates a user',
    method: 'POST',
    path: '/Users',
    body: user,
    status: 201,
    expect: { userName: email, active: true, externalId: '00u1', 'name.familyName': 'Lovelace' },
    keeps: 'user',
  },
  {
    name: 'Okta creates a user again',
    method: 'POST',
    path: '/Users',
    body: user,
    status: 409,
    expect: { scimType: 'uniqueness', status: '409' },
  },
  {
    name: 'Okta finds the user',
    method: 'GET',
    path: `/Users?filter=userName eq "${email}"&startIndex=1&count=100`,
    status: 200,
    expect: { totalResults: 1, 'Resources.0.id': '{user}' },
  },
  {
    name: 'Okta reads the user',
    method: 'GET',
    path: '/Users/{user}',
    status: 200,
    expect: { id: '{user}', 'emails.0.value': email, 'meta.resourceType': 'User' },
  },
  {
    name: 'Okta pushes a profile',
    method: 'PUT',
    path: '/Users/{user}',
    body: { ...user, id: '{user}', name: { givenName: 'Grace', familyName: 'Hopper' }, displayName: 'Grace' },
    status: 200,
    expect: { 'name.familyName': 'Hopper', displayName: 'Grace', active: true },
  },
  {
    name: 'Okta deactivates a user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: { schemas: [patch], Operations: [{ op: 'replace', value: { active: false } }] },
    status: 200,
    expect: { active: false },
  },
  {
    name: 'Okta deactivates a user again',
    method: 'PATCH',
    path: '/Users/{user}',
    body: { schemas: [patch], Operations: [{ op: 'replace', value: { active: false } }] },
    status: 200,
    expect: { active: false },
  },
  {
    name: 'Okta reactivates a user',
    method: 'PUT',
    path: '/Users/{user}',
    body: { ...user, id: '{user}', active: true },
    status: 200,
    expect: { active: true, 'name.familyName': 'Lovelace' },
  },
  {
    name: 'Okta imports groups',
    method: 'GET',
    path: '/Groups?startIndex=1&count=100',
    status: 200,
    expect: { totalResults: 0 },
  },
  {
    name: 'Okta pushes a group',
    method: 'POST',
    path: '/Groups',
    body: { schemas: [group], displayName: 'Engineering', members: [{ value: '{user}', display: email }] },
    status: 201,
    expect: { displayName: 'Engineering', 'members.0.value': '{user}' },
    keeps: 'group',
  },
  {
    name: 'Okta renames a group',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patch],
      Operations: [{ op: 'replace', value: { id: '{group}', displayName: 'Engineers' } }],
    },
    status: 200,
    expect: { displayName: 'Engineers', 'members.0.value': '{user}' },
  },
  {
    name: 'Okta removes a member',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: { schemas: [patch], Operations: [{ op: 'remove', path: 'members[value eq "{user}"]' }] },
    status: 200,
    expect: { members: [] },
  },
  {
    name: 'Okta replaces the members',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: {
      schemas: [patch],
      Operations: [{ op: 'replace', path: 'members', value: [{ value: '{user}', display: email }] }],
    },
    status: 200,
    expect: { 'members.0.value': '{user}' },
  },
  {
    name: 'Okta reads the groups of the user',
    method: 'GET',
    path: '/Users/{user}',
    status: 200,
    expect: { 'groups.0.value': '{group}', 'groups.0.display': 'Engineers' },
  },
  { name: 'Okta deletes a group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
  { name: 'Okta reads a deleted group', method: 'GET', path: '/Groups/{group}', status: 404 },
]
