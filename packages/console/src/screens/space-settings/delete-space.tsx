import type { Space } from '@stemma/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { Question } from '../../kit/question.tsx'

interface DeleteSpaceProps {
  readonly organizationId: string
  readonly space: Space
}

/** Moves a space to the trash, and the person to where they can undo it. */
export function DeleteSpace({ organizationId, space }: DeleteSpaceProps) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  // Not the space itself, which is gone.
  const { mutate, error, isPending } = useWrite('deleteSpaceById', () => ['orgs', organizationId, 'spaces'])
  const title = space.title || 'Untitled space'
  const onSuccess = () => {
    announce(`${title} deleted`)
    return navigate({ to: '/o/$organizationId/settings/trash', params: { organizationId } })
  }
  return (
    <section aria-labelledby="delete-space">
      <h2 id="delete-space">Delete this space</h2>
      <p className="settings-note">It goes to the trash, where you can restore it for some days.</p>
      <p>
        <Button
          className="button"
          {...offers('deleteSpaceById', { spaceId: space.id })}
          onPress={() => setAsked(true)}
        >
          Delete space
        </Button>
      </p>
      {isAsked && (
        <Question
          title={`Delete “${title}”?`}
          action="Delete space"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params: { spaceId: space.id } }, { onSuccess })}
          onClose={() => setAsked(false)}
        >
          <p>
            Nobody can read it from now on, and sites no longer show it. Until it is purged, you can restore
            it from the trash with its pages, history and change requests.
          </p>
        </Question>
      )}
    </section>
  )
}
