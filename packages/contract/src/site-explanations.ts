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

/** Why somebody does not see a part of a site: the site is not for them, or this part is hidden. */
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

/** What a visitor would see of a site, and why not the rest. */
export const SiteExplanation = Type.Object(
  {
    object: ObjectName('site-explanation'),
    /** Whether the site is for the visitor at all. */
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
    summary: 'Explain what a visitor with this key, token or claims sees of a site, and why not the rest.',
    access: ['org.create'],
    scope: 'site:auth:read',
    query: Type.Object({
      shareKey: Type.Optional(ShareKey),
      visitorToken: Type.Optional(VisitorToken),
      /** As JSON, in place of a token that says so; those of visitors themselves under `unsigned`. */
      claims: Type.Optional(Type.String({ maxLength: 4096 })),
      /** The one part of the site to explain. */
      item: Type.Optional(Id),
    }),
    status: 200,
    returns: SiteExplanation,
  },
} satisfies Operations
