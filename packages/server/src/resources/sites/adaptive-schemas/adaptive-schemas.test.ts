import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenAudienceSite } from '../../../test/audience-site.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { sampleSchema } from '../../../test/world-site.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

async function givenSite() {
  const { id: organizationId, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const { id: siteId } = await api.createSite({ params: { organizationId }, body: { spaces: 'empty' } })
  return { organizationId, siteId, admin, api, params: { organizationId, siteId } }
}

function schemaOf(properties: object) {
  return { jsonSchema: { type: 'object', properties, additionalProperties: false } } as never
}

test('a site declares the claims that it knows its visitors by, at first none', async () => {
  const { api, params, organizationId, admin, siteId } = await givenSite()
  const first = await api.getSiteAdaptiveSchema({ params })
  assert.deepEqual(Object.keys(first.jsonSchema.properties), ['unsigned'])
  const { createdAt } = await api.getSiteById({ params })
  assert.equal(first.updatedAt, createdAt)
  const answer = await api.request('updateSiteAdaptiveSchema', {
    params,
    body: schemaOf(sampleSchema.properties),
  })
  assert.deepEqual(await api.getSiteAdaptiveSchema({ params }), answer.data)
  assert.deepEqual(answer.data.jsonSchema, sampleSchema)
  const [event] = await recorded(server, organizationId, answer)
  assert.deepEqual(
    [event?.type, event?.actor, (event as { siteId?: string }).siteId],
    ['site.adaptive_schema_updated', admin.id, siteId],
  )
})

test('only claims of the allowed types, each with a description, can be declared', async () => {
  const { api, params, organizationId } = await givenSite()
  const description = 'What it is'
  const allowed = {
    flag: { type: 'boolean', description },
    words: { type: 'string', description, enum: ['a', 'b'] },
    text: { type: 'string', description },
    size: { type: 'number', description },
    tags: { type: 'array', description, items: { type: 'string', description } },
    'odd name/~': { type: 'boolean', description },
    deep: {
      type: 'object',
      description,
      properties: { flag: { type: 'boolean', description } },
      additionalProperties: false,
    },
  }
  await api.updateSiteAdaptiveSchema({ params, body: schemaOf(allowed) })
  const refused = {
    'no description': { flag: { type: 'boolean' } },
    'another type': { flag: { type: 'null', description } },
    'no values': { words: { type: 'string', description, enum: [] } },
    'a pattern': { words: { type: 'string', description, pattern: '(a+)+$' } },
    'open objects': { deep: { type: 'object', description, properties: {} } },
    'a name of the language': { constructor: { type: 'boolean', description } },
    'too much': Object.fromEntries(
      Array.from({ length: 99 }, (_, index) => [
        `claim${index}`,
        { type: 'boolean', description: 'x'.repeat(512) },
      ]),
    ),
    'unsigned as a flag': { unsigned: { type: 'boolean', description } },
  }
  const large = { a: refused['too much'], b: refused['too much'] }
  const nested = Object.fromEntries(
    Object.entries(large).map(([name, properties]) => [
      name,
      { type: 'object', description, properties, additionalProperties: false },
    ]),
  )
  for (const [what, properties] of Object.entries({ ...refused, 'too much': nested })) {
    const answer = api.updateSiteAdaptiveSchema({ params, body: schemaOf(properties) })
    await assertRefused(server, organizationId, answer, 'invalid_request').catch((error) =>
      assert.fail(`${what}: ${error}`),
    )
  }
})

test('template conditions are made of what conditions can ask for', async () => {
  const { api, params } = await givenSite()
  assert.deepEqual((await api.listSiteAdaptiveTemplateConditions({ params })).items, [])
  const description = 'D'
  const properties = {
    unsigned: {
      type: 'object',
      description,
      properties: { beta: { type: 'boolean', description: 'Beta' } },
      additionalProperties: false,
    },
    'my plan': { type: 'string', description: 'Plan', enum: ['a"b', 'c'] },
    age: { type: 'number', description },
    name: { type: 'string', description },
  }
  await api.updateSiteAdaptiveSchema({ params, body: schemaOf(properties) })
  const { items } = await api.listSiteAdaptiveTemplateConditions({ params })
  assert.deepEqual(items, [
    { description: 'Plan: a"b', condition: 'visitor.claims["my plan"] === "a\\"b"' },
    { description: 'Plan: c', condition: 'visitor.claims["my plan"] === "c"' },
    { description: 'Beta', condition: 'visitor.claims.unsigned.beta' },
  ])
  const { items: sections } = await api.listSiteSpaces({ params })
  const siteSpaceId = sections[0]?.id ?? ''
  for (const { condition } of items)
    await api.updateSiteSpaceById({ params: { ...params, siteSpaceId }, body: { condition } })
})

test('a condition that asks for what the site does not know is refused, with the place', async () => {
  const { api, params, organizationId } = await givenSite()
  const text = { type: 'string', description: 'A name' }
  await api.updateSiteAdaptiveSchema({ params, body: schemaOf({ ...sampleSchema.properties, name: text }) })
  const { items } = await api.listSiteSpaces({ params })
  const siteSpaceId = items[0]?.id ?? ''
  const save = (condition: string) =>
    api.updateSiteSpaceById({ params: { ...params, siteSpaceId }, body: { condition } })
  await save('visitor.claims.plan === "pro" && !visitor.claims.unsigned.beta')
  const refused = [
    ['visitor.claims.plann === "pro"', 15],
    ['visitor.claims.plan === "gold"', 24],
    ['visitor.claims.name === "Ada"', 15],
    ['visitor.claims.constructor', 15],
    ['process.exit()', 8],
    ['visitor.claims.plan ===', 23],
  ] as const
  for (const [condition, position] of refused) {
    const refusal = await refusalOf(save(condition))
    assert.equal(refusal.reason, 'invalid_request', condition)
    const [detail] = refusal.details as { pointer: string; position: number }[]
    assert.deepEqual([detail?.pointer, detail?.position], ['/body/condition', position], condition)
  }
  await assertRefused(server, organizationId, save('name'), 'invalid_request')
})

test('a schema that would break a condition is refused, with the conditions it breaks', async () => {
  const { params, admin, places, organizationId } = await givenAudienceSite(server)
  const api = server.as(admin)
  const section = (siteSectionId: string) => ({
    params: { ...params, siteSectionId },
    body: { condition: null },
  })
  const { plan: _plan, ...rest } = sampleSchema.properties
  const change = () => api.updateSiteAdaptiveSchema({ params, body: schemaOf(rest) })
  await assertRefused(server, organizationId, change(), 'conflict')
  const refusal = await refusalOf(change())
  const broken = (refusal.details as { type: string; id: string }[]).map(({ type, id }) => [type, id])
  assert.deepEqual(
    broken.toSorted(),
    [
      ['site-section', places.true.id],
      ['site-section', places.false.id],
    ].toSorted(),
  )
  for (const { id } of [places.true, places.false]) await api.updateSiteSectionById(section(id))
  await change()
})

test('spec 393: the refusal of a schema names what is missing', async () => {
  const { api, params } = await givenSite()
  const description = 'What it is'
  const refused = [
    [{ flag: { type: 'boolean' } }, '`jsonSchema.properties.flag` lacks the field `description`'],
    [{ list: { type: 'array', description } }, '`jsonSchema.properties.list` lacks the field `items`'],
    [
      { deep: { type: 'object', description, properties: {} } },
      '`jsonSchema.properties.deep` lacks the field `additionalProperties`',
    ],
    [
      {
        deep: {
          type: 'object',
          description,
          properties: { flag: { type: 'boolean' } },
          additionalProperties: false,
        },
      },
      '`jsonSchema.properties.deep.properties.flag` lacks the field `description`',
    ],
    [
      { words: { type: 'string', description, pattern: 'a' } },
      '`jsonSchema.properties.words` has an unknown field `pattern`',
    ],
  ] as const
  for (const [properties, message] of refused) {
    const refusal = await refusalOf(api.updateSiteAdaptiveSchema({ params, body: schemaOf(properties) }))
    assert.deepEqual([refusal.status, refusal.message], [400, `The body field ${message}.`])
  }
  const missing = { jsonSchema: { type: 'object', properties: {} } } as never
  const refusal = await refusalOf(api.updateSiteAdaptiveSchema({ params, body: missing }))
  assert.equal(refusal.message, 'The body field `jsonSchema` lacks the field `additionalProperties`.')
})

test('spec 404, 426: a condition set before the schema hides until its claims are declared', async () => {
  const { api, params, organizationId } = await givenSite()
  const [siteSpace] = (await api.listSiteSpaces({ params })).items
  const { id: siteSectionId } = await api.addSectionToSite({
    params,
    body: { spaceId: siteSpace?.space.id ?? '' },
  })
  const section = { params: { ...params, siteSectionId } }
  const space = { params: { ...params, siteSpaceId: siteSpace?.id ?? '' } }
  const condition = 'visitor.claims.plan === "pro" || visitor.claims.unsigned.beta'
  assert.equal((await api.updateSiteSectionById({ ...section, body: { condition } })).condition, condition)
  assert.equal((await api.updateSiteSpaceById({ ...space, body: { condition } })).condition, condition)
  for (const wrong of ['visitor.claims.plan ===', 'process.exit()', 'claims.plan']) {
    const body = { condition: wrong }
    const refuse = (answer: Promise<unknown>) =>
      assertRefused(server, organizationId, answer, 'invalid_request')
    await refuse(api.updateSiteSectionById({ ...section, body }))
    await refuse(api.updateSiteSpaceById({ ...space, body }))
  }

  await api.updateSiteById({ params, body: { adaptiveContent: { enabled: true }, visibility: 'public' } })
  await api.publishSite({ params })
  const reasons = async () => {
    const { items } = await api.explainSiteAudience({ params, query: { claims: '{"plan":"pro"}' } })
    return items.filter(({ id }) => id === siteSectionId).map((one) => (one.visible ? 'visible' : one.why))
  }
  assert.deepEqual(await reasons(), ['condition_unreadable'])
  await api.updateSiteAdaptiveSchema({ params, body: schemaOf(sampleSchema.properties) })
  assert.deepEqual(await reasons(), ['visible'])
  const unknown = api.updateSiteSpaceById({ ...space, body: { condition: 'visitor.claims.plann' } })
  await assertRefused(server, organizationId, unknown, 'invalid_request')
  for (const body of [{}, { condition: null }]) {
    const { condition: left } = await api.updateSiteSectionById({ ...section, body })
    assert.equal(left, 'condition' in body ? undefined : condition)
  }
})
