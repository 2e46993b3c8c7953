import type { Site, SiteExplanation } from '@stemma/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adviceFor } from '../../../app/failures.tsx'
import { toQuery } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Icon } from '../../../kit/icon.tsx'
import type { InSite } from '../sites.ts'
import { findPart, type Part } from '../structure/parts.ts'
import { type Chosen, claimsOf, testedClaims } from './claims.ts'
import './see-as.css'

/** A visitor that somebody imagines: what is claimed about them, and the link they came with. */
export interface Visitor {
  readonly claims: Chosen
  readonly link?: string
}

interface SeeAsProps {
  readonly params: InSite
  readonly site: Site
  readonly visitor: Visitor
  readonly onChange: (visitor: Visitor) => void
}

const unset = 'unset'

/** Chooses the visitor as whom the site is looked at. */
export function SeeAs({ params, site, visitor, onChange }: SeeAsProps) {
  const { data: schema } = useQuery(toQuery('getSiteAdaptiveSchema', { params }))
  const isByLink = site.visibility === 'share-link'
  const links = useQuery({ ...toQuery('listSiteShareLinks', { params }), enabled: isByLink })
  const claims = schema ? testedClaims(schema.jsonSchema.properties) : []
  const { claims: chosen, link = unset } = visitor
  return (
    <fieldset className="see-as">
      <legend>See as</legend>
      {isByLink && (
        <Choice
          label="Visitor with"
          value={link}
          options={[
            { id: unset, name: 'no share link' },
            ...(links.data?.items ?? []).map(({ id, name = 'Untitled link' }) => ({ id, name })),
          ]}
          onChange={(id) => onChange({ claims: chosen, ...(id !== unset && { link: id }) })}
        />
      )}
      {claims.map(({ name, values }) => (
        <Choice
          key={name}
          label={name}
          value={chosen[name] ?? unset}
          options={[
            { id: unset, name: 'not claimed' },
            ...values.map((value) => ({ id: value, name: value })),
          ]}
          onChange={(value) => {
            const { [name]: _before, ...others } = chosen
            onChange({ ...visitor, claims: value === unset ? others : { ...others, [name]: value } })
          }}
        />
      ))}
      {claims.length === 0 && !isByLink && <span className="count">a visitor without claims</span>}
    </fieldset>
  )
}

interface ExplanationProps extends Omit<SeeAsProps, 'onChange'> {
  readonly parts: readonly Part[]
}

/** Which parts a visitor sees, and why the others are hidden. */
export function Explanation({ params, visitor, parts }: ExplanationProps) {
  const { data, error } = useExplained(params, visitor)
  if (error) return <p role="alert">{adviceFor(error)}</p>
  const items = data?.items.filter(({ type }) => type !== 'site-space' || isAtRoot(parts)) ?? []
  const seen = items.filter(({ visible }) => visible).length
  return (
    <section className="explanation" aria-labelledby="explanation">
      <div className="explanation-head">
        <h2 id="explanation">What this visitor sees</h2>
        <span className="count">
          {seen} of {items.length}
        </span>
      </div>
      {data?.refusal && <p className="explanation-refusal">{whyWords[data.refusal]}</p>}
      <ul>
        {items.map((item) => (
          <Item key={item.id} item={item} title={findPart(parts, item.id)?.title ?? ''} />
        ))}
      </ul>
    </section>
  )
}

function isAtRoot(parts: readonly Part[]): boolean {
  return parts.every(({ kind }) => kind === 'site-space')
}

function useExplained(params: InSite, { claims, link }: Visitor) {
  const links = useQuery({ ...toQuery('listSiteShareLinks', { params }), enabled: link !== undefined })
  const url = links.data?.items.find(({ id }) => id === link)?.urls.published
  const shareKey = url === undefined ? undefined : keyIn(url)
  const hasClaims = Object.keys(claims).length > 0
  const query = {
    ...(hasClaims && { claims: JSON.stringify(claimsOf(claims)) }),
    ...(shareKey !== undefined && { shareKey }),
  }
  return useQuery({
    ...toQuery('explainSiteAudience', { params, query }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}

/** The secret part of a share link. */
function keyIn(url: string): string | undefined {
  return new URL(url).searchParams.get('key') ?? url.split('/').findLast((one) => one !== '')
}

type Item = SiteExplanation['items'][number]

function Item({ item: { visible, why, condition }, title }: { readonly item: Item; readonly title: string }) {
  return (
    <li className={`explained tone-${visible ? 'success' : 'warning'}`}>
      <Icon name={visible ? 'eye' : 'eye-slash'} />
      <span>
        <b>{title}</b> <span className="count">{visible ? 'visible' : 'hidden'}</span>
        {why && (
          <small>
            {whyWords[why]} {why === 'condition_false' && condition && <code>{condition}</code>}
          </small>
        )}
      </span>
    </li>
  )
}

const whyWords: Readonly<Record<NonNullable<Item['why']>, string>> = {
  not_published: 'The site isn’t published: nobody can read it.',
  share_key_missing: 'The visitor has no share link.',
  share_key_wrong: 'No share link of this site has this key.',
  share_link_inactive: 'The share link is switched off.',
  token_missing: 'The visitor isn’t signed in.',
  token_invalid: 'The token of the visitor is not valid.',
  adaptive_content_off: 'Adaptive content is switched off, so parts with a condition are hidden.',
  no_claims: 'Nothing is known about the visitor.',
  condition_false: 'The condition is false:',
  condition_unreadable: 'The condition can’t be read. Check its spelling.',
  too_costly: 'The condition takes too long to decide.',
  section_hidden: 'Its section is hidden.',
  nothing_to_show: 'Everything in it is hidden.',
}
