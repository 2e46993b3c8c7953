import { createHash, timingSafeEqual } from 'node:crypto'
import { type Clause, cutConditions } from '@stemma/content'
import type { VisitorClaims } from '@stemma/contract'
import { type Budget, truthOf } from '../expressions/evaluate.ts'
import type { Expression } from '../expressions/expression.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { parseExpression } from '../expressions/parse-expression.ts'
import type { ExpressionScope } from '../expressions/types.ts'
import { type ClaimSchema, conditionScope } from './claims.ts'
import { secretHash } from './secrets.ts'

/**
 * Decides what each visitor of a published site sees, from values alone. All code that shows a site or its
 * content to visitors must use these functions.
 */

/** The properties of a site that decide who has access, and the claims its conditions can use. */
export interface Door {
  readonly published: boolean
  readonly visibility: string
  readonly adaptiveContent: boolean
  readonly schema: ClaimSchema | null
  readonly shareLinks: readonly ShareLink[]
}

interface ShareLink {
  readonly id: string
  /** In hexadecimal. The keys themselves are not available here. */
  readonly keyHash: string
  readonly active: boolean
}

/** A visitor of a site, with everything known about them. */
export interface Visitor {
  /** Has read access to the site's organization, which includes the site, whatever its visibility. */
  readonly isMember?: boolean
  readonly shareKey?: string
  /** The share link that they used before. */
  readonly shareLinkId?: string
  readonly token: 'missing' | 'invalid' | 'valid'
  /** Absent if nothing is known about them. */
  readonly claims?: VisitorClaims
}

/** A site and one of its visitors. */
export interface Audience {
  readonly door: Door
  readonly visitor: Visitor
}

export type Refusal =
  | 'not_published'
  | 'share_key_missing'
  | 'share_key_wrong'
  | 'share_link_inactive'
  | 'token_missing'
  | 'token_invalid'

/** Why a visitor has no access to a site; undefined if they have. */
export function refusalOf({ door, visitor }: Audience): Refusal | undefined {
  if (!door.published) return 'not_published'
  if (visitor.isMember || isPublic(door)) return undefined
  if (door.visibility === 'share-link') return refusalOfLink(door, visitor)
  return visitor.token === 'valid' ? undefined : `token_${visitor.token}`
}

/** Whether everyone may read the site. */
export function isPublic({ visibility }: Pick<Door, 'visibility'>): boolean {
  return visibility === 'public' || visibility === 'unlisted'
}

function refusalOfLink({ shareLinks }: Door, visitor: Visitor): Refusal | undefined {
  const link = linkOf(shareLinks, visitor)
  if (link) return link.active ? undefined : 'share_link_inactive'
  return visitor.shareKey === undefined ? 'share_key_missing' : 'share_key_wrong'
}

/** The share link of a key. Compares all keys, each in constant time. */
export function linkOf(
  shareLinks: readonly ShareLink[],
  { shareKey, shareLinkId }: Pick<Visitor, 'shareKey' | 'shareLinkId'>,
): ShareLink | undefined {
  if (shareLinks.length === 0) return undefined
  if (shareKey === undefined) return shareLinks.find(({ id }) => id === shareLinkId)
  const given = secretHash(shareKey)
  const [link] = shareLinks.filter(({ keyHash }) => timingSafeEqual(Buffer.from(keyHash, 'hex'), given))
  return link
}

export type Hidden =
  | 'adaptive_content_off'
  | 'no_claims'
  | 'condition_false'
  | 'condition_unreadable'
  | 'too_costly'
  | 'section_hidden'
  | 'nothing_to_show'

/** Returns why a condition hides something from a visitor; undefined if it doesn't. */
export type Gate = (condition: string | null | undefined, beside?: Beside) => Hidden | undefined

/** Additional variables of conditions on a page or in its text. */
type Beside = Readonly<Record<string, { readonly vars: Readonly<Record<string, string>> }>>

/** The limit for all conditions of one request together, including parsing. */
const stepsOfRequestMax = 1_500_000

/** A condition hides its object if there are no claims, or if the condition is not valid. */
export function gateFor({ door, visitor }: Audience): Gate {
  const decide = deciderFor({ door, visitor })
  return (condition, beside = {}) => {
    if (condition === null || condition === undefined) return undefined
    if (door.adaptiveContent && visitor.claims === undefined) return 'no_claims'
    const decision = decide(condition, beside)
    if (decision === true) return undefined
    return decision === false || decision === 'over_bound' ? 'condition_false' : decision
  }
}

/** A text as a visitor sees it. */
type Cut = (markdown: string, beside: Beside) => string

/**
 * Removes conditional blocks from texts: a visitor gets neither the content that a condition hides from them
 * nor the condition. A condition that can't be decided hides all of its branches. For visitors without claims
 * no condition is true, so they see the `else` branch.
 */
export function cutterFor(audience: Audience): Cut {
  const decide = deciderFor(audience)
  return (markdown, beside) => {
    let left = expressionsMax
    return cutConditions(markdown, (expression) => {
      const decision = left-- > 0 ? decide(expression, beside) : undefined
      return typeof decision === 'boolean' ? decision : undefined
    })
  }
}

/** The maximum number of different conditions in a text. Blocks with later conditions are hidden. */
const expressionsMax = 1_000

/** The unconditional parts of a text, title or description. */
export function unconditional(text: string): string {
  return cutConditions(text, () => undefined)
}

/** Decides which of several lists of conditions a visitor meets. */
export function clausesFor(audience: Audience): (clauses: readonly Clause[], beside: Beside) => boolean {
  const decide = deciderFor(audience)
  return (clauses, beside) => clauses.every(({ expression, holds }) => decide(expression, beside) === holds)
}

/** Decides whether a condition is true for a visitor; if it can't, returns the reason. */
function deciderFor({ door, visitor }: Audience) {
  const read = new Map<string, Expression | undefined>()
  const scope = conditionScope(door.schema)
  const budget: Budget = { stepsLeft: stepsOfRequestMax }
  return (condition: string, beside: Beside): boolean | 'over_bound' | Undecided => {
    if (!door.adaptiveContent) return 'adaptive_content_off'
    if (budget.stepsLeft <= 0) return 'too_costly'
    if (!read.has(condition)) {
      budget.stepsLeft -= condition.length
      read.set(condition, readable(condition, withBeside(scope, beside)))
    }
    const expression = read.get(condition)
    if (expression === undefined) return 'condition_unreadable'
    if (visitor.claims === undefined) return false
    return truthOf(expression, { ...beside, visitor: { claims: visitor.claims } }, budget) ?? 'over_bound'
  }
}

type Undecided = Extract<Hidden, 'adaptive_content_off' | 'condition_unreadable' | 'too_costly'>

function withBeside({ properties }: ExpressionScope, beside: Beside): ExpressionScope {
  const vars = { kind: 'object', properties: {}, open: true } as const
  const names = Object.keys(beside).map((name) => [name, { kind: 'object', properties: { vars } } as const])
  return { kind: 'object', properties: { ...properties, ...Object.fromEntries(names) } }
}

function readable(condition: string, scope: ExpressionScope): Expression | undefined {
  try {
    return parseExpression(condition, scope)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Equal for visitors who see the same. Changes with a visitor's claims and a site's conditions. */
export function contextIdOf({ door, visitor }: Audience): string {
  const { adaptiveContent, schema } = door
  const facts = JSON.stringify([adaptiveContent, schema, visitor.claims ?? null])
  return createHash('sha256').update(facts).digest('base64url').slice(0, 20)
}

interface Section {
  readonly id: string
  readonly groupId: string | null
  readonly condition: string | null
}

interface SiteSpace {
  readonly id: string
  readonly sectionId: string | null
  readonly condition: string | null
}

interface Structure<G, S, V> {
  readonly groups: readonly G[]
  readonly sections: readonly S[]
  readonly siteSpaces: readonly V[]
}

/** The parts of a site that a visitor sees, and why the others are hidden. */
export function visibleStructure<G extends { readonly id: string }, S extends Section, V extends SiteSpace>(
  structure: Structure<G, S, V>,
  gate: Gate,
): { readonly seen: Structure<G, S, V>; readonly hidden: ReadonlyMap<string, Hidden> } {
  const hidden = new Map<string, Hidden>()
  const hide = (id: string, why: Hidden | undefined) => {
    if (why) hidden.set(id, why)
  }
  for (const { id, condition } of structure.sections) hide(id, gate(condition))
  for (const { id, sectionId, condition } of structure.siteSpaces)
    hide(id, sectionId !== null && hidden.has(sectionId) ? 'section_hidden' : gate(condition))
  const siteSpaces = structure.siteSpaces.filter(({ id }) => !hidden.has(id))
  const shown = new Set(siteSpaces.map(({ sectionId }) => sectionId))
  for (const { id } of structure.sections)
    hide(id, hidden.get(id) ?? (shown.has(id) ? undefined : 'nothing_to_show'))
  const sections = structure.sections.filter(({ id }) => !hidden.has(id))
  const grouped = new Set(sections.map(({ groupId }) => groupId))
  for (const { id } of structure.groups) hide(id, grouped.has(id) ? undefined : 'nothing_to_show')
  const groups = structure.groups.filter(({ id }) => !hidden.has(id))
  return { seen: { groups, sections, siteSpaces }, hidden }
}
