import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { conflictsOf, titleOf } from './conflicts.ts'
import { type Decision, resolutionOf, useDecisions } from './decisions.ts'
import { placeOf } from './in-words.ts'
import './conflicts-navigation.css'

interface ConflictsNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: string
}

/** Every conflict of a change request, and what was decided, in the sidebar. */
export function ConflictsNavigation({ organizationId, spaceId, number }: ConflictsNavigationProps) {
  const params = { spaceId, changeRequestId: number }
  const { conflict: shown } = useSearch({ strict: false })
  const { items } = useSuspenseQuery(conflictsOf(params)).data
  const { id: changeRequestId } = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  const { decisions } = useDecisions(changeRequestId)
  const isDecided = (conflict: (typeof items)[number]) =>
    resolutionOf(conflict, decisions[conflict.id]) !== undefined
  return (
    <>
      <h2 className="nav-label" id="nav-conflicts">
        Conflicts · {items.filter(isDecided).length} of {items.length} decided
      </h2>
      <ul className="nav" aria-labelledby="nav-conflicts">
        {items.map((conflict, at) => (
          <li className="nav-item conflict-item" key={conflict.id}>
            <Icon name={isDecided(conflict) ? 'check-circle' : 'warning-circle'} />
            <Link
              to="/o/$organizationId/s/$spaceId/~/review/$number/conflicts"
              params={{ organizationId, spaceId, number }}
              search={{ conflict: conflict.id }}
              activeOptions={{ includeSearch: true }}
              aria-current={at === 0 && shown === undefined ? 'page' : undefined}
            >
              <span className="cut">{titleOf(conflict)}</span>
              <small>
                <span className="cut">{placeOf(conflict)}</span>
                {isDecided(conflict) && <span>{choiceOf(decisions[conflict.id])}</span>}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function choiceOf({ choice = 'own' }: Decision = {}): string {
  return choice === 'own' ? 'own text' : choice
}
