import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { queryClient } from '../../../app/queries.ts'
import { Notice } from '../../../kit/notice.tsx'
import { sayDay } from '../../../kit/when.ts'
import './deletion-banner.css'

/** Above every screen of a deleted organization, which only its admins see. */
export function DeletionBanner({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { title, restorableUntil } = useOperation('getOrganizationById', { params })
  const { mutate, error, isPending } = useWrite('restoreOrganizationById')
  if (restorableUntil === undefined) return null
  const onSuccess = async () => {
    announce(`${title} is restored`)
    await queryClient.invalidateQueries()
  }
  return (
    <aside className="deletion-banner" aria-label="Deleted organization">
      <Notice icon="trash" tone="danger">
        <p>
          <b>{title} is deleted.</b> Only admins can still open it. Everything in it is removed on{' '}
          <time dateTime={restorableUntil}>{sayDay(restorableUntil)}</time>. Export what you need from the
          settings of each{' '}
          <Link to="/o/$organizationId" params={params}>
            space
          </Link>{' '}
          until then.
        </p>
        <Button
          className="button"
          {...offers('restoreOrganizationById', params)}
          isPending={isPending}
          onPress={() => mutate({ params }, { onSuccess })}
        >
          Restore it
        </Button>
        {error && <p role="alert">{adviceFor(error)}</p>}
      </Notice>
    </aside>
  )
}
