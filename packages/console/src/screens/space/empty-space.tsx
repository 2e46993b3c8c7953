import type { Page, Space } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { newPageAfter } from './page-actions.ts'
import { usePageWrites } from './page-writes.ts'
import type { Version } from './place.ts'
import { Refusal } from './refusal.tsx'
import { useMayWrite } from './use-may-write.ts'
import { offersWriting } from './writing.ts'

interface EmptySpaceProps {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly pages: readonly Page[]
}

/** Shown where there is no page to show: the space has none, or somebody has just deleted it. */
export function EmptySpace({ organizationId, space, version, pages }: EmptySpaceProps) {
  const mayWrite = useMayWrite(space, version)
  if (pages.some(({ type }) => type === 'document'))
    return (
      <div className="empty">
        <h1 tabIndex={-1}>This page is no longer here</h1>
        <p>Somebody has deleted it. Earlier revisions keep it.</p>
        <Link
          className="button"
          to="/o/$organizationId/s/$spaceId"
          params={{ organizationId, spaceId: space.id }}
        >
          First page
        </Link>
      </div>
    )
  return (
    <div className="empty">
      <h1 tabIndex={-1}>This space has no pages yet</h1>
      {mayWrite ? (
        <FirstPage organizationId={organizationId} space={space} version={version} />
      ) : (
        <p>As soon as somebody writes one, it is here.</p>
      )}
    </div>
  )
}

function FirstPage(writing: Omit<EmptySpaceProps, 'pages'>) {
  const writes = usePageWrites(writing)
  return (
    <>
      <p>Write the first one here, or import the pages that you have elsewhere.</p>
      <Button
        {...offersWriting(writing.space, writing.version)}
        className="button"
        data-kind="primary"
        autoFocus
        isPending={writes.isPending}
        onPress={() => writes.write(newPageAfter([], undefined))}
      >
        <Icon name="plus" /> Write the first page
      </Button>
      <Link
        className="button"
        to="/o/$organizationId/imports"
        params={{ organizationId: writing.organizationId }}
        search={{ space: writing.space.id }}
      >
        <Icon name="arrow-line-down" /> Import pages
      </Link>
      <Refusal writes={writes} />
    </>
  )
}
