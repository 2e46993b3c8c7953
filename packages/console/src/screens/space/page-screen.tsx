import type { DocumentNode, DocumentPage, Page, Space } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components'
import type { Offered } from '../../app/offers.ts'
import { useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { placeComments } from '../../comments/placed.ts'
import { useTalkIfAny } from '../../comments/talk.ts'
import { TalkBlock } from '../../comments/talk-block.tsx'
import { TalkProvider } from '../../comments/talk-provider.tsx'
import type { References } from '../../kit/document/references.ts'
import { Icon } from '../../kit/icon.tsx'
import { Screen } from '../../kit/screen.tsx'
import { pageOf, pagesOf } from './contents.ts'
import { EmptySpace } from './empty-space.tsx'
import { PageLinks } from './links/page-links.tsx'
import { headingsOf, outlinedText } from './outline/headings.ts'
import { Outline, OutlineButton, useHasMargin } from './outline/outline.tsx'
import { type PageComments, usePageComments } from './page-comments.tsx'
import { PageText, shownNodes, usePageReferences } from './page-text.tsx'
import { placeOf, splatOf, type Version } from './place.ts'
import { rememberPage } from './recent.ts'
import { RequestReview } from './request-review.tsx'
import { useMayWrite } from './use-may-write.ts'
import { useTrail } from './use-trail.ts'
import { VersionMark } from './version-mark.tsx'
import { useWalk } from './walk.ts'
import { mayWrite, offersWriting } from './writing.ts'
import './page-screen.css'

const PageEditor = lazy(async () => ({ default: (await import('../../editor/page-editor.tsx')).PageEditor }))

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
      <VersionMark organizationId={organizationId} version={version} spaceId={spaceId} />
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
    <OpenPage
      key={page.id}
      organizationId={organizationId}
      space={space}
      version={version}
      pageId={page.id}
      crumbs={crumbs}
    />
  )
}

interface OpenPageProps {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly pageId: string
  readonly crumbs: ReactNode
}

function OpenPage({ organizationId, space, version, pageId, crumbs }: OpenPageProps) {
  const spaceId = space.id
  const page = useSuspenseQuery(pageOf(spaceId, version, pageId)).data
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const walk = useWalk(organizationId, spaceId)
  const references = usePageReferences({ organizationId, spaceId, version })
  useRemember({ organizationId, space, version, page })
  const canWrite = useMayWrite(space, version)
  const comments = usePageComments({ organizationId, space, version, pageId })
  const edit = () => navigate({ search: (before) => ({ ...before, view: 'visual' }) })
  useShortcuts('page', canWrite && view === undefined ? { e: edit } : {})
  if (page.type !== 'document') return null
  const actions = (
    <>
      {version.kind === 'current' && <HistoryLink {...{ organizationId, spaceId, pageId }} />}
      {comments.button}
      <RequestReview spaceId={spaceId} version={version} />
    </>
  )
  // An editor that is open stays open when the change request closes: it keeps the words, and says why.
  if (view !== undefined && mayWrite(space, version))
    return (
      <PageEditor
        organizationId={organizationId}
        space={space}
        version={version}
        page={page}
        view={view}
        onView={(next) => navigate({ search: (before) => ({ ...before, view: next }), replace: true })}
        crumbs={crumbs}
        actions={actions}
        aside={comments.aside}
        onDraft={(draft) =>
          navigate({
            params: (before) => ({ ...before, _splat: splatOf({ version: draft, path: page.path }) }),
            search: (before) => before,
            replace: true,
          })
        }
        onPath={async (to, path) => {
          if (walk.here()?.path !== page.path) return
          const _splat = splatOf({ version: to, path })
          await navigate({ params: (before) => ({ ...before, _splat }), search: (one) => one, replace: true })
        }}
        onDone={() => navigate({ search: ({ view: _, ...rest }) => rest })}
      />
    )
  const reading = (
    <Reading
      page={page}
      place={{ spaceId, version }}
      references={references}
      crumbs={crumbs}
      comments={comments}
      actions={
        <>
          {actions}
          {canWrite && <EditButton offered={offersWriting(space, version)} onPress={edit} />}
        </>
      }
    />
  )
  return comments.talk ? <TalkProvider {...comments.talk}>{reading}</TalkProvider> : reading
}

interface HistoryLinkProps extends Pick<OpenPageProps, 'organizationId' | 'pageId'> {
  readonly spaceId: string
}

function HistoryLink({ pageId, ...params }: HistoryLinkProps) {
  return (
    <Link
      className="button page-history"
      to="/o/$organizationId/s/$spaceId/~/history"
      params={params}
      search={{ page: pageId }}
      aria-label="History of this page"
    >
      <Icon name="clock-counter-clockwise" />
      <span>History</span>
    </Link>
  )
}

interface EditButtonProps {
  readonly offered: Offered
  readonly onPress: () => void
}

function EditButton({ offered, onPress }: EditButtonProps) {
  return (
    <Button className="button" {...offered} onPress={onPress}>
      <Icon name="pencil-simple" />
      Edit
    </Button>
  )
}

interface ReadingProps {
  readonly page: DocumentPage
  readonly place: { readonly spaceId: string; readonly version: Version }
  readonly references: References
  readonly crumbs: ReactNode
  readonly actions: ReactNode
  readonly comments: PageComments
}

/** A page to read, with its headings and links beside it. */
function Reading({ page, place, references, crumbs, actions, comments }: ReadingProps) {
  const nodes = useMemo(() => shownNodes(page), [page])
  const outlined = useMemo(() => outlinedText(headingsOf(nodes)), [nodes])
  const said = comments.beside?.(nodes)
  const isBeside = useHasMargin() && !said
  const beside = (
    <div className="page-aside">
      {isBeside && <Outline outlined={outlined} />}
      <PageLinks {...place} pageId={page.id} />
    </div>
  )
  return (
    <Screen
      title={page.title}
      crumbs={crumbs}
      actions={
        <>
          {!isBeside && <OutlineButton outlined={outlined} />}
          {actions}
        </>
      }
      aside={said ?? beside}
      isTitleInside
    >
      <PageText
        page={page}
        references={references}
        around={useTalkBlocks(page.id, nodes, said !== undefined)}
      />
    </Screen>
  )
}

/** Each block in a frame of its own, which has its comments beside it while they are shown. */
function useTalkBlocks(pageId: string, nodes: readonly DocumentNode[], isShown: boolean) {
  const comments = useTalkIfAny()?.comments
  const placed = useMemo(
    () => (isShown && comments ? placeComments(comments, pageId, nodes) : undefined),
    [isShown, comments, pageId, nodes],
  )
  return (node: DocumentNode, block: ReactNode) => (
    <TalkBlock node={node} pageId={pageId} placed={placed}>
      {block}
    </TalkBlock>
  )
}

interface Opened extends Pick<OpenPageProps, 'organizationId' | 'space' | 'version'> {
  readonly page: Page
}

/** The start page lists what was read last. */
function useRemember({ organizationId, space, version: { kind }, page }: Opened) {
  const { id: spaceId, title: name } = space
  const path = page.type === 'document' ? page.path : ''
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { title } = page
  useEffect(() => {
    if (kind !== 'current') return
    const at = new Date().toISOString()
    rememberPage(userId, { organizationId, spaceId, space: name, path, title, at })
  }, [userId, organizationId, spaceId, name, kind, path, title])
}
