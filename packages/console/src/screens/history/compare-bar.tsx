import type { RevisionSummary } from '@stemma/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { Choice, type Option } from '../../kit/choice.tsx'
import { Icon } from '../../kit/icon.tsx'
import { sayMoment } from '../../kit/when.ts'
import type { View } from '../changes/view.ts'
import { Views } from '../changes/views.tsx'
import type { Chosen, HistorySearch } from './history.ts'
import { authorOf, titleOf } from './in-words.ts'

interface CompareBarProps {
  readonly chosen: Chosen
  readonly revisions: readonly RevisionSummary[]
  readonly view: View
}

/** Which two revisions are compared, and how. All of it is in the URL. */
export function CompareBar({ chosen: { to, from }, revisions, view }: CompareBarProps) {
  const navigate = useNavigate()
  const options = revisions.map(optionOf)
  const before = { id: 'before', name: to.parents.length === 0 ? 'an empty space' : 'the revision before' }
  const isBefore = from === to.parents[0]
  const isListed = isBefore || revisions.some(({ id }) => id === from)
  const go = (next: HistorySearch) => navigate({ to: '.', search: (now) => ({ ...now, to: to.id, ...next }) })
  return (
    <div className="compare-bar">
      <Link
        className="compare-back"
        to="."
        search={({ view: shown, page }) => ({ ...(shown && { view: shown }), ...(page && { page }) })}
      >
        <Icon name="arrow-left" /> All revisions
      </Link>
      <Choice
        label="From"
        value={isBefore ? before.id : (from ?? before.id)}
        options={[before, ...options, ...(isListed ? [] : [{ id: from ?? '', name: 'another revision' }])]}
        onChange={(id) => go({ from: id === before.id ? undefined : id })}
      />
      <Icon name="arrow-right" />
      <Choice label="To" value={to.id} options={options} onChange={(id) => go({ to: id })} />
      <div className="tab-bar-end">
        <Views view={view} />
      </div>
    </div>
  )
}

function optionOf(revision: RevisionSummary): Option {
  return {
    id: revision.id,
    name: titleOf(revision),
    note: `${authorOf(revision)}, ${sayMoment(revision.createdAt)}`,
  }
}
