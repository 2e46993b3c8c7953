import type { Watch } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { ToggleButton } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { type Offered, offers } from '../../app/offers.ts'
import { toQuery, useWrite } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'

/** Whether the reader is told of everything in a space. */
export function WatchSpace({ spaceId }: { readonly spaceId: string }) {
  const params = { spaceId }
  const { data } = useQuery({ ...toQuery('getSpaceWatch', { params }), throwOnError: false })
  const { mutate, isPending } = useWrite('updateSpaceWatch')
  return (
    <WatchToggle
      offered={offers('updateSpaceWatch', params)}
      label="Watch this space"
      watch={data}
      isPending={isPending}
      onChange={(watching) => mutate({ params, body: { watching } }, { onSuccess: say })}
    />
  )
}

interface WatchChangeRequestProps {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Whether the reader is told of what happens in a change request. */
export function WatchChangeRequest({ spaceId, changeRequestId }: WatchChangeRequestProps) {
  const params = { spaceId, changeRequestId }
  const { data } = useQuery({ ...toQuery('getChangeRequestWatch', { params }), throwOnError: false })
  const { mutate, isPending } = useWrite('updateChangeRequestWatch')
  return (
    <WatchToggle
      offered={offers('updateChangeRequestWatch', params)}
      label="Watch this change request"
      watch={data}
      isPending={isPending}
      onChange={(watching) => mutate({ params, body: { watching } }, { onSuccess: say })}
    />
  )
}

function say({ watching }: Watch) {
  announce(watching ? 'You are watching this' : 'You are not watching this')
}

interface WatchToggleProps {
  readonly offered: Offered
  readonly label: string
  readonly watch: Watch | undefined
  readonly isPending: boolean
  readonly onChange: (watching: boolean) => void
}

/** The same size in each state, so that nothing moves when the answer arrives. */
function WatchToggle({ offered, label, watch, isPending, onChange }: WatchToggleProps) {
  const isWatching = watch?.watching ?? false
  return (
    <ToggleButton
      {...offered}
      className="icon-button"
      aria-label={label}
      isSelected={isWatching}
      isDisabled={watch === undefined || isPending}
      onChange={onChange}
    >
      <Icon name={isWatching ? 'eye' : 'eye-slash'} />
    </ToggleButton>
  )
}
