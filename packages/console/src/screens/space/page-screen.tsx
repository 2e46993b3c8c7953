import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOperation } from '../../app/operations.ts'
import { Screen } from '../../kit/screen.tsx'
import { pageOf, pagesOf } from './contents.ts'
import { EmptySpace } from './empty-space.tsx'
import { PageText } from './page-text.tsx'
import { placeOf, type Version } from './place.ts'
import { rememberPage } from './recent.ts'
import { useTrail } from './use-trail.ts'
import { VersionMark } from './version-mark.tsx'
import './page-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/$')

/** One page as it is, in a change request or in an earlier revision. */
export function PageScreen() {
  const { organizationId, spaceId, _splat = '' } = route.useParams()
  const { version, path } = placeOf(_splat)
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const { pages } = useSuspenseQuery(pagesOf(spaceId, version)).data
  const trail = useTrail(pages, { version, path })
  const page = trail.at(-1)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
        {space.title || 'Untitled space'}
      </Link>
      {trail.slice(0, -1).map(({ id, title }) => (
        <span key={id}>{title}</span>
      ))}
      <VersionMark version={version} spaceId={spaceId} />
    </nav>
  )
  if (page === undefined || page.type !== 'document') {
    return (
      <Screen title={space.title || 'Untitled space'} crumbs={crumbs} isTitleInside>
        <EmptySpace organizationId={organizationId} space={space} version={version} pages={pages} />
      </Screen>
    )
  }
  return (
    <Screen title={page.title} crumbs={crumbs} isTitleInside>
      <OpenPage version={version} pageId={page.id} spaceId={spaceId} space={space.title} />
    </Screen>
  )
}

interface OpenPageProps {
  readonly spaceId: string
  readonly space: string
  readonly version: Version
  readonly pageId: string
}

function OpenPage({ spaceId, space, version, pageId }: OpenPageProps) {
  const { organizationId } = route.useParams()
  const page = useSuspenseQuery(pageOf(spaceId, version, pageId)).data
  const path = page.type === 'document' ? page.path : ''
  const { title } = page
  useEffect(() => {
    if (version.kind !== 'current') return
    rememberPage({ organizationId, spaceId, space, path, title, at: new Date().toISOString() })
  }, [organizationId, spaceId, space, version.kind, path, title])
  if (page.type !== 'document') return null
  return (
    <PageText key={page.id} page={page} organizationId={organizationId} spaceId={spaceId} version={version} />
  )
}
