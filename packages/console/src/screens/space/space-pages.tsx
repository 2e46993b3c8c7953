import type { Page, Space } from '@stemma/contract'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Icon } from '../../kit/icon.tsx'
import { newPageAfter } from './page-actions.ts'
import { type PageMark, usePageMarks } from './page-marks.ts'
import { PageTree } from './page-tree.tsx'
import { usePageWrites } from './page-writes.ts'
import { type Place, splatOf } from './place.ts'
import { Refusal } from './refusal.tsx'
import { useMayWrite } from './use-may-write.ts'
import { trailToId, useTrail } from './use-trail.ts'
import { offersWriting } from './writing.ts'

interface SpacePagesProps {
  readonly organizationId: string
  readonly space: Space
  readonly place: Place
  readonly pages: readonly Page[]
  readonly marks: ReadonlyMap<string, PageMark>
}

/** The page tree under its label, with a button for a new page. */
export function SpacePages(props: Omit<SpacePagesProps, 'marks'>) {
  const { space, place } = props
  const marks = usePageMarks(space.id, place.version)
  const Pages = useMayWrite(space, place.version) ? WritablePages : ReadablePages
  return <Pages {...props} marks={marks} />
}

function ReadablePages({ organizationId, space, place, pages, marks }: SpacePagesProps) {
  const trail = useTrail(pages, place)
  const open = useOpen(organizationId, space.id, place)
  return (
    <>
      <h2 className="nav-label" id="nav-pages">
        Pages
      </h2>
      {pages.length === 0 ? (
        <NoPages />
      ) : (
        <PageTree pages={pages} trail={trail} marks={marks} onOpen={open} />
      )}
    </>
  )
}

function WritablePages({ organizationId, space, place, pages, marks }: SpacePagesProps) {
  const openId = useTrail(pages, place).at(-1)?.id
  const open = useOpen(organizationId, space.id, place)
  const writes = usePageWrites({ organizationId, space, version: place.version })
  const shown = writes.withPending(pages)
  const trail = openId === undefined ? [] : (trailToId(shown, openId) ?? [])
  const create = () => writes.write(newPageAfter(shown, openId))
  useShortcuts('pages', { n: create })
  return (
    <>
      <div className="pages-head">
        <h2 className="nav-label" id="nav-pages">
          Pages
        </h2>
        <Button
          className="pages-new icon-button"
          aria-label="New page"
          {...offersWriting(space, place.version)}
          onPress={create}
        >
          <Icon name="plus" />
        </Button>
      </div>
      {shown.length === 0 ? (
        <>
          <Refusal writes={writes} />
          <NoPages />
        </>
      ) : (
        <PageTree pages={shown} trail={trail} marks={marks} onOpen={open} writes={writes} />
      )}
    </>
  )
}

function NoPages() {
  return <p className="space-empty">No pages yet.</p>
}

function useOpen(organizationId: string, spaceId: string, { version }: Place) {
  const navigate = useNavigate()
  return (page: Page) => {
    if (page.type === 'link' && page.href !== undefined) window.open(page.href, '_blank', 'noopener')
    if (page.type !== 'document') return
    const params = { organizationId, spaceId, _splat: splatOf({ version, path: page.path }) }
    navigate({ to: '/o/$organizationId/s/$spaceId/$', params })
  }
}
