import type { RevisionSummary, Space } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { KeyBar } from '../../kit/key-bar.tsx'
import { useRowKeys } from '../../kit/row-keys.ts'
import { Screen } from '../../kit/screen.tsx'
import { pagesOf } from '../space/contents.ts'
import { findPage } from '../space/place.ts'
import { Comparison } from './comparison.tsx'
import { type Chosen, chosenIn, useRevisions } from './history.ts'
import { RestorePage } from './restore-page.tsx'
import { RestoreRevision } from './restore-revision.tsx'
import { Restored } from './restored.tsx'
import { RevisionList } from './revision-list.tsx'
import './history-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/history')

/** The revisions of a space or of one page by day, and what leads from one of them to another. */
export function HistoryScreen() {
  const { organizationId, spaceId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const list = useRef<HTMLElement>(null)
  const [restored, setRestored] = useState({ id: '', title: '' })
  const { revisions, ...more } = useRevisions(spaceId, search.page)
  const chosen = chosenIn(revisions, search)
  useRowKeys(list)
  const compareFrom = () => {
    const from = list.current?.querySelector<HTMLElement>('[data-row]:focus')?.dataset.row
    if (from) navigate({ search: (before) => ({ ...before, to: before.to ?? chosen?.to.id, from }) })
  }
  useShortcuts('history', { f: compareFrom })
  return (
    <Screen
      title="History"
      crumbs={<Crumbs organizationId={organizationId} space={space} pageId={search.page} />}
      actions={
        chosen && (
          <Actions
            organizationId={organizationId}
            space={space}
            chosen={chosen}
            revisions={revisions}
            onRestored={setRestored}
          />
        )
      }
      footer={<KeyBar groups={['rows', 'history']} />}
      isWhole
    >
      <div className="history" data-chosen={search.to !== undefined || undefined}>
        <section className="history-list" aria-labelledby="revisions" ref={list}>
          <RevisionList revisions={revisions} chosen={chosen} {...more} />
          {search.page !== undefined && (
            <p className="revisions-end">
              {revisions.length === 0 && 'No revision of this page is noted yet. Come back in a minute.'}
              <Link to="." search={{}}>
                All revisions of the space
              </Link>
            </p>
          )}
        </section>
        {chosen && (
          <Comparison
            key={`${chosen.from} ${chosen.to.id}`}
            organizationId={organizationId}
            space={space}
            revisions={revisions}
            chosen={chosen}
            view={search.view ?? 'rendered'}
            pageId={search.page}
          >
            {restored.id === chosen.to.id && (
              <Restored
                organizationId={organizationId}
                spaceId={spaceId}
                title={restored.title}
                isPage={search.page !== undefined}
              />
            )}
          </Comparison>
        )}
      </div>
    </Screen>
  )
}

interface CrumbsProps {
  readonly organizationId: string
  readonly space: Space
  readonly pageId?: string | undefined
}

function Crumbs({ organizationId, space, pageId }: CrumbsProps) {
  const { pages } = useSuspenseQuery(pagesOf(space.id, { kind: 'current' })).data
  const page = pageId === undefined ? undefined : findPage(pages, pageId)
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId: space.id }}>
        {space.title || 'Untitled space'}
      </Link>
      {page?.type === 'document' && (
        <Link
          to="/o/$organizationId/s/$spaceId/$"
          params={{ organizationId, spaceId: space.id, _splat: page.path }}
        >
          {page.title}
        </Link>
      )}
      {pageId !== undefined && page === undefined && <span>Deleted page</span>}
      <span />
    </nav>
  )
}

interface ActionsProps extends CrumbsProps {
  readonly chosen: Chosen
  readonly revisions: readonly RevisionSummary[]
  readonly onRestored: (restored: { readonly id: string; readonly title: string }) => void
}

/** The older of the two that are shown can be opened, and restored by people who may merge. */
function Actions({ organizationId, space, chosen, revisions, onRestored }: ActionsProps) {
  const { from, page } = route.useSearch()
  const [head] = revisions
  const isHead = chosen.to.id === head?.id
  const past = isHead ? revisions.find(({ id }) => id === from && id !== head?.id) : chosen.to
  if (past === undefined || head === undefined) return null
  return (
    <div className="history-acts">
      <Link
        className="button"
        to="/o/$organizationId/s/$spaceId/$"
        params={{ organizationId, spaceId: space.id, _splat: `~/revisions/${past.id}` }}
      >
        Open pages
      </Link>
      {page !== undefined && (
        <RestorePage
          organizationId={organizationId}
          space={space}
          pageId={page}
          revision={past}
          onRestored={onRestored}
        />
      )}
      {page === undefined && space.permissions.review && (
        <RestoreRevision
          organizationId={organizationId}
          spaceId={space.id}
          revision={past}
          head={head}
          onRestored={onRestored}
        />
      )}
    </div>
  )
}
