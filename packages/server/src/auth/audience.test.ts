import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { sampleSchema } from '../test/world-site.ts'
import { type Audience, cutterFor, type Door, gateFor, refusalOf, visibleStructure } from './audience.ts'
import { type ClaimSchema, claimsOf } from './claims.ts'
import { secretHash } from './secrets.ts'

const schema = sampleSchema as unknown as ClaimSchema
const door: Door = {
  published: true,
  visibility: 'public',
  adaptiveContent: true,
  schema,
  shareLinks: [],
}

function visitorWith(signed: object): Audience {
  return { door, visitor: { token: 'valid', claims: claimsOf(schema, { signed, unsigned: {} }) } }
}

test('a site opens by its visibility, and to its organization in any case', () => {
  const shareLinks = [
    { id: 'a', keyHash: secretHash('right').toString('hex'), active: true },
    { id: 'b', keyHash: secretHash('old').toString('hex'), active: false },
  ]
  const refusal = (visibility: string, visitor: Partial<Audience['visitor']>, published = true) =>
    refusalOf({
      door: { ...door, visibility, published, shareLinks },
      visitor: { token: 'missing', ...visitor },
    })
  assert.equal(refusal('public', {}, false), 'not_published')
  assert.equal(refusal('public', { isMember: true }, false), 'not_published')
  for (const visibility of ['public', 'unlisted']) assert.equal(refusal(visibility, {}), undefined)
  assert.equal(refusal('share-link', {}), 'share_key_missing')
  assert.equal(refusal('share-link', { shareKey: 'righ' }), 'share_key_wrong')
  assert.equal(refusal('share-link', { shareKey: '' }), 'share_key_wrong')
  assert.equal(refusal('share-link', { shareKey: 'old' }), 'share_link_inactive')
  assert.equal(refusal('share-link', { shareLinkId: 'c' }), 'share_key_missing')
  for (const by of [{ shareKey: 'right' }, { shareLinkId: 'a' }, { isMember: true }])
    assert.equal(refusal('share-link', by), undefined)
  assert.equal(refusal('visitor-auth', {}), 'token_missing')
  assert.equal(refusal('visitor-auth', { token: 'invalid' }), 'token_invalid')
  assert.equal(refusal('visitor-auth', { shareKey: 'right' }), 'token_missing')
  assert.equal(refusal('visitor-auth', { token: 'valid' }), undefined)
  assert.equal(refusal('some new kind', {}), 'token_missing')
})

test('what is hidden takes what is in it along, and what is left empty goes too', () => {
  const structure = {
    groups: [{ id: 'g1' }, { id: 'g2' }],
    sections: [
      { id: 's1', groupId: 'g1', condition: null },
      { id: 's2', groupId: 'g2', condition: 'visitor.claims.plan === "pro"' },
      { id: 's3', groupId: null, condition: null },
    ],
    siteSpaces: [
      { id: 'v1', sectionId: 's1', condition: null },
      { id: 'v2', sectionId: 's2', condition: null },
      { id: 'v3', sectionId: 's3', condition: 'visitor.claims.unsigned.beta' },
    ],
  }
  const { seen, hidden } = visibleStructure(structure, gateFor(visitorWith({ plan: 'free' })))
  assert.deepEqual(
    [seen.groups, seen.sections, seen.siteSpaces].map((all) => all.map(({ id }) => id)),
    [['g1'], ['s1'], ['v1']],
  )
  assert.deepEqual(Object.fromEntries(hidden), {
    s2: 'condition_false',
    v2: 'section_hidden',
    v3: 'condition_false',
    s3: 'nothing_to_show',
    g2: 'nothing_to_show',
  })
})

test('a condition shows a thing exactly where a plain reading of it is true', () => {
  type Claims = { readonly plan: string; readonly beta: boolean }
  interface Sample {
    readonly text: string
    readonly holds: (claims: Claims) => boolean
  }
  const { condition } = fc.letrec<{ condition: Sample }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Sample[]>(
        { text: 'visitor.claims.unsigned.beta', holds: ({ beta }) => beta },
        { text: 'visitor.claims.plan === "pro"', holds: ({ plan }) => plan === 'pro' },
        { text: '"free" !== visitor.claims["plan"]', holds: ({ plan }) => plan !== 'free' },
        { text: '["pro", "free"].includes(visitor.claims.plan)', holds: ({ plan }) => plan !== '' },
      ),
      tie('condition').map(({ text, holds }) => ({
        text: `!(${text})`,
        holds: (all: Claims) => !holds(all),
      })),
      fc.tuple(tie('condition'), tie('condition'), fc.boolean()).map(([one, other, and]) => ({
        text: `(${one.text} ${and ? '&&' : '||'} ${other.text})`,
        holds: (all: Claims) =>
          and ? one.holds(all) && other.holds(all) : one.holds(all) || other.holds(all),
      })),
    ),
  }))
  const claims = fc.record({ plan: fc.constantFrom('pro', 'free', ''), beta: fc.boolean() })
  fc.assert(
    fc.property(condition, claims, ({ text, holds }, { plan, beta }) => {
      fc.pre(text.length <= 1024)
      const said = { signed: { plan }, unsigned: { beta } }
      const gate = gateFor({ door, visitor: { token: 'valid', claims: claimsOf(schema, said) } })
      assert.equal(gate(text) === undefined, holds({ plan, beta }), text)
    }),
    { numRuns: 500 },
  )
})

test('a text of thousands of conditions is cut in a moment, and what is too much is hidden', async () => {
  const block = (at: number) => `{% if ${at} >= 0 && visitor.claims.plan === "pro" %}\nb${at}b\n{% endif %}\n`
  const text = Array.from({ length: 3_000 }, (_, at) => block(at)).join('\n')
  const cut = cutterFor(visitorWith({ plan: 'pro' }))
  let left = ''
  const ms = await processorMs(() => {
    left = cut(text, { space: { vars: {} }, page: { vars: {} } })
  })
  assert.ok(left.includes('b999b') && !left.includes('b1000b'))
  assert.ok(ms < 2_000, `${ms} ms`)
})

test('of what a visitor says only what is declared is known, whatever it is', () => {
  const said = { plan: 'pro', __proto__: { beta: true }, admin: true, unsigned: { beta: true } }
  assert.deepEqual(claimsOf(schema, { signed: said, unsigned: undefined }), { plan: 'pro', unsigned: {} })
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (signed, unsigned) => {
      const { plan, unsigned: openly, ...rest } = claimsOf(schema, { signed, unsigned })
      assert.ok(plan === undefined || plan === 'pro' || plan === 'free')
      assert.deepEqual(rest, {})
      const beta = Object.entries(openly as object)
      assert.ok(beta.every(([name, value]) => name === 'beta' && typeof value === 'boolean'))
    }),
  )
})
