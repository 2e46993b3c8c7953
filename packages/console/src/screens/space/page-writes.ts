import type { ContentChange, Page, Space } from '@stemma/contract'
import { announce } from '../../app/announcements.tsx'
import { queryClient } from '../../app/queries.ts'
import { useShownWrites } from '../../app/shown-writes.ts'
import { pageOf, pagesOf } from './contents.ts'
import { takesPath } from './first-path.ts'
import { findPage, type Place, trailTo, type Version } from './place.ts'
import { useWalk, type Walk } from './walk.ts'
import { offersWriting, openDraft, type Written, writeContent } from './writing.ts'

/** A write to the pages of a space. */
export interface PageWrite {
  readonly changes: (version: Version) => readonly ContentChange[] | Promise<readonly ContentChange[]>
  /** The pages as they will be, which are shown at once. */
  readonly shows?: (pages: readonly Page[]) => readonly Page[]
  /** The page to open afterwards, if it is not the one that is open. */
  readonly opens?: (written: Written) => string | undefined
  /** Whether it is opened for writing. */
  readonly isNew?: boolean
  /** The path to open before, because the open page is about to go. */
  readonly leavesFor?: string | undefined
  readonly says: string
}

export interface Writing {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
}

/** Writes one after the other. The URL follows: into the draft of a locked space, and to moved pages. */
export function usePageWrites(writing: Writing) {
  const { space, version } = writing
  const walk = useWalk(writing.organizationId, space.id)
  const { mutate, withPendingNow, ...shown } = useShownWrites<Page, PageWrite>(['pages', space.id], {
    mutationFn: (write) => perform(write, writing, walk),
  })
  return {
    ...shown,
    offered: offersWriting(space, version),
    write(write: PageWrite, onSuccess?: () => void) {
      // The first write to a locked space opens a draft. A second one would open another.
      const opensDraft = version.kind === 'current' && space.editMode !== 'live'
      if (!(shown.isPending && opensDraft)) mutate(write, onSuccess && { onSuccess })
    },
    /** A page with its text as it was written, however old what is known about it may be. */
    read: (pageId: string, from: Version): Promise<Page> =>
      queryClient.fetchQuery({ ...pageOf(space.id, from, pageId, 'markdown'), staleTime: 0 }),
    /** Whether a title gives the page a path, too. */
    takesPath: (page: Page, from: Version): Promise<boolean> => takesPath(space.id, from, page),
    /** The pages with what is on its way at this moment. */
    pagesNow: (): readonly Page[] =>
      withPendingNow(queryClient.getQueryData(pagesOf(space.id, version).queryKey)?.pages ?? []),
  }
}

export type PageWrites = ReturnType<typeof usePageWrites>

async function perform(write: PageWrite, { space, version: before }: Writing, walk: Walk) {
  const start = walk.here()
  const known = queryClient.getQueryData(pagesOf(space.id, before).queryKey)?.pages ?? []
  const openId = start && trailTo(known, start.path)?.at(-1)?.id
  const goTo = walk.from(start)
  const version = await openDraft(space, before)
  const query = pagesOf(space.id, version)
  const changes = await write.changes(version)
  if (write.leavesFor !== undefined) {
    await goTo({ version, path: write.leavesFor })
    // The last page has no other to go to: it is gone from the screen before it is gone from the server.
    queryClient.setQueryData(query.queryKey, (all) => all && { pages: [...(write.shows?.(all.pages) ?? [])] })
  }
  try {
    const written = await writeContent(space.id, version, changes)
    announce(write.says)
    const { pages } = await queryClient.fetchQuery(query)
    const opened = write.opens?.(written)
    const view = write.isNew ? 'visual' : undefined
    if (opened !== undefined) await goTo({ version, path: pathIn(pages, opened) ?? '' }, { view })
    else if (start && write.leavesFor === undefined)
      await goTo({ version, path: pathNow(pages, start, openId) }, { replace: version === before })
  } catch (error) {
    // Whatever was refused: the tree shows what the server has.
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
    if (start && write.leavesFor !== undefined) await goTo({ version, path: start.path })
    throw error
  }
}

/** The path of the page that was open at a place. */
function pathNow(pages: readonly Page[], { path }: Place, openId: string | undefined): string {
  if (openId === undefined || trailTo(pages, path)?.at(-1)?.id === openId) return path
  return pathIn(pages, openId) ?? path
}

function pathIn(pages: readonly Page[], id: string): string | undefined {
  const page = findPage(pages, id)
  return page && 'path' in page ? page.path : undefined
}
