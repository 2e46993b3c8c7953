import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { queryClient } from '../../../app/queries.ts'
import { useSpaces } from '../../../app/spaces.ts'
import { TypedQuestion } from '../../../kit/typed-question.tsx'
import { needsProof, ProvingDialog } from '../../people/proving.tsx'

interface DeleteProps {
  readonly organizationId: string
}

/** The end of an organization. While it waits, the banner above every screen takes it back. */
export function DeleteOrganization({ organizationId }: DeleteProps) {
  const [isAsked, setAsked] = useState(false)
  const params = { organizationId }
  const { deletedAt } = useOperation('getOrganizationById', { params })
  if (deletedAt !== undefined) return null
  return (
    <section aria-labelledby="delete-organization">
      <h2 id="delete-organization">Delete organization</h2>
      <p className="settings-note">
        Its members lose access at once, and its sites are offline. Admins can restore it for some time, and
        export its spaces until then. After that, everything in it is removed for good.
      </p>
      <p>
        <Button
          className="button"
          data-kind="danger"
          {...offers('deleteOrganizationById', params)}
          onPress={() => setAsked(true)}
        >
          Delete organization
        </Button>
      </p>
      {isAsked && <Asked organizationId={organizationId} onClose={() => setAsked(false)} />}
    </section>
  )
}

function Asked({ organizationId, onClose }: DeleteProps & { readonly onClose: () => void }) {
  const params = { organizationId }
  const { title } = useOperation('getOrganizationById', { params })
  const { count: spaces = 0 } = useSpaces(params)
  const { count: sites } = useOperation('listSites', { params })
  const { mutate, error, isPending } = useWrite('deleteOrganizationById')
  const onSuccess = async () => {
    announce(`${title} is deleted`)
    onClose()
    await queryClient.invalidateQueries()
  }
  const remove = () => mutate({ params }, { onSuccess })
  if (needsProof(error)) return <ProvingDialog error={error} onProved={remove} onClose={onClose} />
  return (
    <TypedQuestion
      title={`Delete ${title}?`}
      name={title}
      action="Delete organization"
      error={error}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        This closes {counted(spaces, 'space')} and takes {counted(sites ?? 0, 'site')} offline. Members,
        tokens, integrations and webhooks lose access at once.
      </p>
      <p>
        Admins can still read and export the spaces and restore everything, until the day that is then shown
        at the top of every screen. After that, nobody can bring anything back.
      </p>
    </TypedQuestion>
  )
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
