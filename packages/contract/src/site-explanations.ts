import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Id, ObjectName, Values } from './scalars.ts'
import { ShareKey, SiteCondition } from './site-spaces.ts'
import { VisitorToken } from './urls.ts'

const refusals = [
  'not_published',
  'share_key_missing',
  'share_key_wrong',
  'share_link_inactive',
  'token_missing',
  'token_invalid',
] as const
const Refusal = Values([...refusals])

/** Why a visitor doesn't see a part of a site: no access to the site, or the part is hidden. */
const Why = Values([
  ...refusals,
  'adaptive_content_off',
  'no_claims',
  'condition_false',
  'condition_unreadable',
  'too_costly',
  'section_hidden',
  'nothing_to_show',
])

/** The parts of a site that a visitor sees, and why the others are hidden. */
export const SiteExplanation = Type.Object(
  {
    object: ObjectName('site-explanation'),
    /** Whether the visitor has access to the site. */
    admitted: Type.Boolean(),
    refusal: Type.Optional(Refusal),
    items: Type.Array(
      Type.Object({
        type: Values(['site-section-group', 'site-section', 'site-space']),
        id: Id,
        visible: Type.Boolean(),
        why: Type.Optional(Why),
        condition: Type.Optional(SiteCondition),
      }),
    ),
  },
  { title: 'SiteExplanation' },
)
export type SiteExplanation = Static<typeof SiteExplanation>

export const siteExplanationOperations = {
  explainSiteAudience: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/explain',
    summary: 'Explain what a visitor sees',
    description:
      'Returns what a visitor with this key, token or claims sees of the site, and why the rest is hidden.',
    access: ['org.create'],
    scope: 'site:auth:read',
    query: Type.Object({
      shareKey: Type.Optional(ShareKey),
      visitorToken: Type.Optional(VisitorToken),
      /** Claims as JSON, instead of a signed token. Unsigned claims go under `unsigned`. */
      claims: Type.Optional(Type.String({ maxLength: 4096 })),
      /** The part of the site to explain. */
      item: Type.Optional(Id),
    }),
    status: 200,
    returns: SiteExplanation,
  },
} satisfies Operations
