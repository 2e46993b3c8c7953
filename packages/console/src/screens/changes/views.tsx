import { Link } from '@tanstack/react-router'
import { type View, views } from './view.ts'
import '../../kit/segments.css'

const names: Readonly<Record<View, string>> = { rendered: 'Rendered', source: 'Source', both: 'Both' }

/** Links to each view. */
export function Views({ view: shown }: { readonly view: View }) {
  return (
    <nav className="segments" aria-label="View">
      {views.map((view) => (
        <Link
          key={view}
          to="."
          search={(before) => ({ ...before, view: view === 'rendered' ? undefined : view })}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          {...(view === shown && { 'data-shown': true })}
        >
          {names[view]}
        </Link>
      ))}
    </nav>
  )
}
