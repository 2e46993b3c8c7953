import type { Exchange } from './stage.ts'

const name = 'katherine@{domain}'
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const externalId = '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef'

/** A PATCH of Entra ID, whose operations have capitals. */
function change(
  title: string,
  path: string,
  operations: readonly object[],
  more: Partial<Exchange>,
): Exchange {
  const body = { schemas: [patch], Operations: operations }
  return { name: `Entra ID ${title}`, method: 'PATCH', path, body, status: 200, ...more }
}

/** The life of a user and of a group, in the shapes that Microsoft Entra ID sends. */
export const entra: readonly Exchange[] = [
  {
    name: 'Entra ID reads what the server can do',
    method: 'GET',
    path: '/ServiceProviderConfig',
    status: 200,
    expect: { 'patch.supported': true, 'bulk.supported': false, 'filter.maxResults': 200 },
  },
  {
    name: 'Entra ID reads the schemas',
    method: 'GET',
    path: '/Schemas',
    status: 200,
    expect: { totalResults: 2, 'Resources.0.id': core },
  },
  {
    name: 'Entra ID reads one schema',
    method: 'GET',
    path: `/Schemas/${core}`,
    status: 200,
    expect: { name: 'User', 'attributes.0.name': 'userName' },
  },
  {
    name: 'Entra ID reads the kinds of resources',
    method: 'GET',
    path: '/ResourceTypes',
    status: 200,
    expect: { 'Resources.1.endpoint': '/Groups' },
  },
  {
    name: 'Entra ID tests the connection',
    method: 'GET',
    path: '/Users?filter=userName eq "6a6bfae2-2a40-4d0a-9d44-0f5e6b2ad5d6"',
    status: 200,
    expect: { totalResults: 0 },
  },
  {
    name: 'Entra ID creates a user',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [core, enterprise],
      externalId,
      userName: name,
      active: true,
      displayName: 'Katherine Johnson',
      emails: [{ primary: true, type: 'work', value: name }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Katherine Johnson', familyName: 'Johnson', givenName: 'Katherine' },
      roles: [],
      [enterprise]: { department: 'Flight', manager: 'somebody' },
    },
    status: 201,
    expect: { userName: name, externalId, displayName: 'Katherine Johnson' },
    keeps: 'person',
  },
  {
    name: 'Entra ID finds the user by external ID',
    method: 'GET',
    path: `/Users?filter=externalId eq "${externalId}"`,
    status: 200,
    expect: { totalResults: 1, 'Resources.0.id': '{person}' },
  },
  change(
    'changes attributes',
    '/Users/{person}',
    [
      { op: 'Replace', path: 'displayName', value: 'K. Johnson' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: name },
      { op: 'Add', path: 'name.familyName', value: 'Goble' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Orbit' },
    ],
    { expect: { displayName: 'K. Johnson', 'name.familyName': 'Goble', 'emails.0.value': name } },
  ),
  change(
    'changes attributes without a path',
    '/Users/{person}',
    [{ op: 'Replace', value: { displayName: 'Katherine', 'name.givenName': 'Kathy' } }],
    { expect: { displayName: 'Katherine', 'name.givenName': 'Kathy', 'name.familyName': 'Goble' } },
  ),
  change('disables a user', '/Users/{person}', [{ op: 'Replace', path: 'active', value: 'False' }], {
    expect: { active: false },
  }),
  {
    name: 'Entra ID lists the users that are disabled',
    method: 'GET',
    path: '/Users?filter=active eq false',
    status: 200,
    expect: { totalResults: 1, 'Resources.0.id': '{person}' },
  },
  change('restores a user', '/Users/{person}', [{ op: 'Replace', path: 'active', value: 'True' }], {
    expect: { active: true },
  }),
  {
    name: 'Entra ID looks for a group',
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=displayName eq "Pilots"',
    status: 200,
    expect: { totalResults: 0 },
  },
  {
    name: 'Entra ID creates a group',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Pilots',
      meta: { resourceType: 'Group' },
    },
    status: 201,
    expect: { displayName: 'Pilots', members: [] },
    keeps: 'pilots',
  },
  change(
    'adds members',
    '/Groups/{pilots}',
    [{ op: 'Add', path: 'members', value: [{ $ref: null, value: '{person}' }] }],
    { expect: { 'members.0.value': '{person}' } },
  ),
  {
    name: 'Entra ID asks whether somebody is a member',
    method: 'GET',
    path: '/Groups?attributes=id&filter=id eq "{pilots}" and members eq "{person}"',
    status: 200,
    expect: { totalResults: 1, 'Resources.0.members': undefined },
  },
  change('renames a group', '/Groups/{pilots}', [{ op: 'Replace', path: 'displayName', value: 'Crew' }], {
    expect: { displayName: 'Crew' },
  }),
  change(
    'removes members',
    '/Groups/{pilots}',
    [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{person}' }] }],
    { expect: { members: [] } },
  ),
  { name: 'Entra ID deletes a user', method: 'DELETE', path: '/Users/{person}', status: 204 },
  { name: 'Entra ID reads a deleted user', method: 'GET', path: '/Users/{person}', status: 404 },
  { name: 'Entra ID deletes a user again', method: 'DELETE', path: '/Users/{person}', status: 404 },
  { name: 'Entra ID deletes a group', method: 'DELETE', path: '/Groups/{pilots}', status: 204 },
]
