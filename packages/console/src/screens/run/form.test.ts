import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@stemma/contract'
import { startOf, toDraft } from './draft.ts'
import { type Form, placeDetails, readForm, rewriteBody, shapeOf, startForm } from './form.ts'
import { forms } from './schemas.ts'
import { type Shape, toShape } from './shape.ts'
import { listingFor, optionsIn } from './things.ts'

test('only values without a known form are asked for as JSON', () => {
  const open = Object.entries(forms).flatMap(([id, form]) =>
    jsonIn(shapeOf(form), id).filter((one) => !known.some((name) => one.includes(name))),
  )
  assert.deepEqual(open, [])
})

/** Documents are trees of nodes, and configurations are whatever an integration declares. */
const known = [
  '/where/*/values',
  '/nodes',
  '/document',
  '/configuration',
  '/uiSchema',
  '/jsonSchema',
  '/unsignedClaims',
  '/html',
]

test('what is missing is named at its field, and nothing that may be left out', () => {
  const { problems } = readForm(
    shapeOf(formOf('createWebhook')),
    startForm(shapeOf(formOf('createWebhook')), {}),
  )
  assert.deepEqual(Object.keys(problems ?? {}), ['/params/organizationId', '/body/url'])
})

test('what is filled in becomes what the operation takes', () => {
  const draft = {
    params: { spaceId: 'x' },
    body: { title: 'Handbook', editMode: '"live"', emoji: '', icon: null },
  }
  assert.deepEqual(readForm(shapeOf(formOf('updateSpaceById')), draft), {
    input: { params: { spaceId: 'x' }, body: { title: 'Handbook', editMode: 'live', icon: null } },
  })
})

test('a value becomes a draft and the same value again: lists, unions, maps and nulls', () => {
  const bodies: Readonly<Record<string, unknown>> = {
    updateSpaceContent: { changes: [{ operation: 'update_page', page: 'p', title: 'New' }] },
    inviteToSpace: { role: 'edit', teams: ['t'] },
    updateMembersInOrganizationTeam: { memberships: { 'ada@example.com': { role: 'owner' } } },
    createOrganizationInvite: { role: null },
    aggregateSiteEvents: { select: [{ column: 'eventsCount' }], range: 'last7Days' },
  }
  for (const [id, body] of Object.entries(bodies)) {
    const shape = toShape(formOf(id).body ?? {})
    const draft = { ...Object(startForm(shapeOf(formOf(id)), ids(id))), body: toDraft(shape, body) }
    assert.deepEqual(readForm(shapeOf(formOf(id)), draft).problems, undefined, id)
    const read = readForm(shapeOf(formOf(id)), draft)
    assert.deepEqual('input' in read && read.input?.body, body, id)
    const raw = rewriteBody(formOf(id), draft, true)
    assert.deepEqual(rewriteBody(formOf(id), raw, false), draft, id)
  }
  const strange = rewriteBody(formOf('createSpace'), { body: '{"title": "A", "colour": "red"}' }, false)
  assert.equal(strange, undefined)
})

test('a message stands at the nearest field that is shown', () => {
  const shape = shapeOf(formOf('inviteToSpace'))
  const body = { way: '0', value: { role: '"edit"', users: ['u'] } }
  const { problems, others } = placeDetails(shape, { body }, [
    { pointer: '/body/users/0', message: 'Nobody.' },
    { pointer: '/body/role/deeper', message: 'Too high.' },
    { pointer: '/header', message: 'Elsewhere.' },
  ])
  assert.deepEqual(problems, { '/body/users/0': 'Nobody.', '/body/role': 'Too high.' })
  assert.deepEqual(others, ['Elsewhere.'])
})

test('a form that must be filled in begins with its first choices', () => {
  const shape = toShape({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  assert.deepEqual(startOf(shape, true), { way: '0', value: undefined })
  assert.equal(startOf(shape, false), undefined)
})

test('an ID is chosen from the list beside it, and something new from all there is', () => {
  assert.equal(listingFor(operations.deleteWebhook, 'webhookId')?.id, 'listWebhooks')
  assert.equal(listingFor(operations.getPageById, 'pageId')?.id, 'listPages')
  assert.equal(listingFor(operations.removeUserFromSpace, 'userId')?.id, 'listUserPermissionsInSpace')
  assert.equal(listingFor(operations.getSpaceById, 'spaceId')?.id, 'listSpacesInOrganizationById')
  const pages = { pages: [{ id: 'a', title: 'A', path: 'a', pages: [{ id: 'b', title: 'B', path: 'a/b' }] }] }
  assert.deepEqual(
    optionsIn(pages, 'pageId').map(({ id }) => id),
    ['a', 'b'],
  )
})

function formOf(id: string): Form {
  const form = forms[id]
  if (form === undefined) throw new Error(`There is no operation ${id}.`)
  return form
}

function ids(id: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(formOf(id).params).map((name) => [name, 'x']))
}

function jsonIn(shape: Shape, pointer: string): readonly string[] {
  if (shape.kind === 'json') return [pointer]
  if (shape.kind === 'object')
    return shape.parts.flatMap(({ name, shape: one }) => jsonIn(one, `${pointer}/${name}`))
  if (shape.kind === 'list' || shape.kind === 'map') return jsonIn(shape.item, `${pointer}/*`)
  return shape.kind === 'union' ? shape.ways.flatMap((way) => jsonIn(way.shape, pointer)) : []
}
