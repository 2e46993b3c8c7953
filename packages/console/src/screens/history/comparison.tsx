import type { RevisionSummary, Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState, useTransition } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { sayMoment } from '../../kit/when.ts'
import type { Changed } from '../changes/changed.ts'
import type { Compared } from '../changes/compared.ts'
import { kindIcons, kindInWords } from '../changes/kinds.ts'
import { Notes } from '../changes/notes.tsx'
import { PageDiff } from '../changes/page-diff.tsx'
import type { View } from '../changes/view.ts'
import { CompareBar } from './compare-bar.tsx'
import { type Chosen, comparedOf, drawnAtFirst, useChangesBetween } from './history.ts'
import { authorOf, numberOf, titleOf } from './in-words.ts'
import { mergedOf } from './merged.ts'
import './comparison.css'

interface ComparisonProps {
  readonly organizationId: string
  readonly space: Space
  readonly revisions: readonly RevisionSummary[]
  readonly chosen: Chosen
  readonly view: View
  /** The only page that is compared. */
  readonly pageId?: string | undefined
  /** Shown above the changes. */
  readonly children: ReactNode
}

/** What leads from one revision to another, rendered. */
export function Comparison(props: ComparisonProps) {
  const { organizationId, space, revisions, chosen, view, pageId, children } = props
  return (
    <section className="comparison" aria-labelledby="compared">
      <CompareBar chosen={chosen} revisions={revisions} view={view} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison is scrolled by keyboard too. */}
      <section className="comparison-body" aria-label="Changes" tabIndex={0}>
        {children}
        <About organizationId={organizationId} space={space} chosen={chosen} revisions={revisions} />
        <Suspense fallback={<p className="comparison-note">Loading…</p>}>
          <Changes
            compared={comparedOf(organizationId, space.id, chosen)}
            chosen={chosen}
            view={view}
            pageId={pageId}
          />
        </Suspense>
      </section>
    </section>
  )
}

type AboutProps = Pick<ComparisonProps, 'organizationId' | 'space' | 'chosen' | 'revisions'>

/** Who made the revision, when, and why. */
function About({ organizationId, space, chosen: { to, from }, revisions }: AboutProps) {
  const author = useQuery(mergedOf(space, to)).data?.createdBy
  const { mergedFrom } = to
  const before = from === to.parents[0] ? undefined : revisions.find(({ id }) => id === from)
  return (
    <header className="comparison-about">
      <h2 id="compared">{titleOf(to)}</h2>
      <p className="dots">
        {author && author.id !== to.createdBy?.id && <span>Written by {author.displayName}</span>}
        <span>
          {mergedFrom && 'Merged by '}
          {authorOf(to)}
        </span>
        <span>{sayMoment(to.createdAt)}</span>
        {mergedFrom && space.permissions.comment && (
          <span>
            <Link
              to="/o/$organizationId/s/$spaceId/~/review/$number"
              params={{ organizationId, spaceId: space.id, number: String(mergedFrom.number) }}
            >
              Change request #{mergedFrom.number}
            </Link>
          </span>
        )}
      </p>
      {from !== to.parents[0] && (
        <p>
          Compared with {before ? `“${titleOf(before)}”, ${sayMoment(before.createdAt)}` : 'another revision'}
          .
        </p>
      )}
    </header>
  )
}

interface ChangesProps {
  readonly compared: Compared
  readonly chosen: Chosen
  readonly view: View
  readonly pageId: string | undefined
}

function Changes({ compared, chosen, view, pageId }: ChangesProps) {
  const { items, more } = useChangesBetween(compared.spaceId, chosen, pageId)
  const [drawn, setDrawn] = useState(drawnAtFirst)
  const [isPending, startTransition] = useTransition()
  const rest = items.length - drawn + more
  if (items.length === 0)
    return (
      <p className="comparison-note">
        {compared.before === undefined
          ? 'The history begins here. Every later change to the space is a revision in this list.'
          : pageId === undefined
            ? 'Nothing differs: both revisions have the same content.'
            : 'The page is the same in both revisions, or one of more changes than can be listed.'}
      </p>
    )
  return (
    <>
      {items.slice(0, drawn).map((item) => (
        <Item key={item.id} item={item} compared={compared} view={view} />
      ))}
      {rest > 0 && (
        <p className="comparison-note">
          <Button
            className="button"
            isPending={isPending}
            onPress={() => startTransition(() => setDrawn(drawn + 2 * drawnAtFirst))}
          >
            Show more
          </Button>
          {numberOf(rest, 'more change')}
        </p>
      )}
    </>
  )
}

interface ItemProps {
  readonly item: Changed
  readonly compared: Compared
  readonly view: View
}

function Item({ item, compared, view }: ItemProps) {
  return (
    <article className="changed-item">
      <header>
        <Icon name={kindIcons[item.kind]} />
        <h3 className="cut">{item.title}</h3>
        <span className="cut">{item.path}</span>
        <span className="badge">{kindInWords(item)}</span>
      </header>
      <Notes item={item} isKindShown />
      <PageDiff item={item} compared={compared} view={view} />
    </article>
  )
}
