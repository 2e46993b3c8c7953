import type { Space } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { Notice } from '../../../kit/notice.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { SpaceMark } from '../../../kit/space-mark.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { deletedSpaces } from './trash.ts'

const route = getRouteApi('/o/$organizationId/settings/trash')

/** What was deleted and can come back. */
export function TrashScreen() {
  const { organizationId } = route.useParams()
  const list = useSuspenseInfiniteQuery(deletedSpaces(organizationId))
  const [restored, setRestored] = useState<Space>()
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <SettingsFrame title="Trash">
      {restored && <Restored space={restored} organizationId={organizationId} />}
      <section aria-labelledby="deleted-spaces">
        <h2 id="deleted-spaces">Spaces</h2>
        {items.length === 0 ? (
          <p className="settings-note">
            There is no deleted space that you can restore. The trash keeps a space with its pages, history
            and change requests for some days.
          </p>
        ) : (
          <ul className="people">
            {items.map((space) => (
              <Row key={space.id} space={space} organizationId={organizationId} onRestored={setRestored} />
            ))}
          </ul>
        )}
        <ShowMore list={list} />
      </section>
      <Elsewhere organizationId={organizationId} />
    </SettingsFrame>
  )
}

interface RestoredProps {
  readonly space: Space
  readonly organizationId: string
}

function Restored({ space: { id: spaceId, title }, organizationId }: RestoredProps) {
  return (
    <div role="status">
      <Notice icon="check-circle" tone="success">
        <p>“{title || 'Untitled space'}” is back where it was, with everything in it.</p>
        <Link className="button" to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
          Open the space
        </Link>
      </Notice>
    </div>
  )
}

interface RowProps extends RestoredProps {
  readonly onRestored: (space: Space) => void
}

function Row({ space, organizationId, onRestored }: RowProps) {
  const { id: spaceId, deletedAt, restorableUntil } = space
  const { mutate, error, isPending } = useWrite('restoreSpace', () => ['orgs', organizationId, 'spaces'])
  const title = space.title || 'Untitled space'
  const onSuccess = () => {
    announce(`${title} restored`)
    onRestored(space)
  }
  return (
    <li>
      <span className="who">
        <SpaceMark space={space} />
        <span className="who-words">
          <b className="cut">{title}</b>
          {error && <small role="alert">{adviceFor(error)}</small>}
        </span>
      </span>
      <small>{deletedAt && `deleted ${sayWhen(deletedAt)}`}</small>
      <small>{restorableUntil && `kept until ${sayWhen(restorableUntil)}`}</small>
      <span className="people-end">
        <Button
          {...offers('restoreSpace', { spaceId })}
          className="button"
          aria-label={`Restore ${title}`}
          isPending={isPending}
          onPress={() => mutate({ params: { spaceId } }, { onSuccess })}
        >
          Restore
        </Button>
      </span>
    </li>
  )
}

/** What needs no trash, because nothing of it is lost. */
function Elsewhere({ organizationId }: Pick<RestoredProps, 'organizationId'>) {
  return (
    <section aria-labelledby="restored-elsewhere">
      <h2 id="restored-elsewhere">Pages and change requests</h2>
      <p className="settings-note">
        A deleted page is in the <b>history</b> of its space: open the revision before, and restore the page
        or all of the content. Archived change requests can be reopened.
      </p>
      <p>
        <Link
          className="button"
          to="/o/$organizationId/reviews"
          params={{ organizationId }}
          search={{ status: 'archived' }}
        >
          Archived change requests
        </Link>
      </p>
    </section>
  )
}
