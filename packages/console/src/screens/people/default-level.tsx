import type { Role } from '@stemma/contract'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { Icon } from '../../kit/icon.tsx'
import type { Place } from './grants.ts'
import { none, roleOptions, roleWords, toRole } from './roles.ts'

interface DefaultLevelProps {
  readonly place: Place
  readonly thing: { readonly defaultLevel: Role | null; readonly defaultLevelInherited?: boolean }
}

const inherit = 'inherit'

/** The level of members who were given none. */
export function DefaultLevel({ place, thing }: DefaultLevelProps) {
  const { title } = useOperation('getOrganizationById', { params: { organizationId: place.organizationId } })
  const ofSpace = useWrite('updateSpaceById')
  const ofCollection = useWrite('updateCollectionById')
  const error = ofSpace.error ?? ofCollection.error
  const { defaultLevel, defaultLevelInherited = false } = thing
  const inherited = defaultLevel === null ? 'no access' : roleWords[defaultLevel]
  const change = (id: string) => {
    const body = { defaultLevel: id === inherit ? ('inherit' as const) : toRole(id) }
    if (place.kind === 'space') ofSpace.mutate({ params: { spaceId: place.id }, body })
    else ofCollection.mutate({ params: { collectionId: place.id }, body })
  }
  return (
    <li>
      <span className="who">
        <Icon name="users-three" />
        <span className="who-words">
          <b className="cut">Everyone in {title}</b>
          <small>members who were given nothing else</small>
        </span>
      </span>
      <Choice
        {...(place.kind === 'space'
          ? offers('updateSpaceById', { spaceId: place.id })
          : offers('updateCollectionById', { collectionId: place.id }))}
        label={`Level of everyone in ${title}`}
        value={defaultLevelInherited ? inherit : (defaultLevel ?? none)}
        options={[
          { id: inherit, name: defaultLevelInherited ? `${inherited}, inherited` : 'Inherit' },
          ...roleOptions,
          { id: none, name: 'No access' },
        ]}
        onChange={change}
      />
      <small>
        {error ? (
          <span role="alert">{adviceFor(error)}</span>
        ) : defaultLevelInherited ? (
          'From above'
        ) : (
          'Set here'
        )}
      </small>
    </li>
  )
}
