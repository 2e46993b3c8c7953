import { getRouteApi } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { Choice } from '../../kit/choice.tsx'
import { Icon } from '../../kit/icon.tsx'
import { KeyBar } from '../../kit/key-bar.tsx'
import { useRowKeys } from '../../kit/row-keys.ts'
import { Screen } from '../../kit/screen.tsx'
import { Segments } from '../../kit/segments.tsx'
import { Results } from './results.tsx'
import type { Kind, SearchSearch } from './search.ts'
import { useTyped } from './use-typed.ts'
import '../../kit/tabs.css'
import './search-screen.css'

const route = getRouteApi('/o/$organizationId/search')

const everything = 'everything'

const kindNames: readonly { readonly name: Kind | typeof everything; readonly words: string }[] = [
  { name: everything, words: 'All' },
  { name: 'pages', words: 'Pages' },
  { name: 'changes', words: 'Change requests' },
  { name: 'spaces', words: 'Spaces' },
]

/** Searches everything in an organization that the person may read. */
export function SearchScreen() {
  const { organizationId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const go = (next: SearchSearch) => navigate({ search: (now) => clean({ ...now, ...next }), replace: true })
  const { words, type } = useTyped(search.query ?? '', (query) => go({ query }))
  useRowKeys(list)
  useShortcuts('results', { '/': () => field.current?.select() })
  const move = (event: KeyboardEvent) => moveByArrows(event, field.current, list.current)
  const input = (
    <search className="search-field">
      <Icon name="magnifying-glass" size="l" />
      <input
        ref={field}
        type="search"
        aria-label="Search"
        placeholder="Words of a page, a change request or a space"
        // biome-ignore lint/a11y/noAutofocus: whoever opens a search is about to type.
        autoFocus
        autoComplete="off"
        maxLength={512}
        value={words}
        onChange={({ target }) => type(target.value)}
        onKeyDown={move}
      />
    </search>
  )
  return (
    <Screen
      title="Search"
      crumbs={input}
      below={<Filters organizationId={organizationId} search={search} onChange={go} />}
      footer={<KeyBar groups={['rows', 'results']} />}
      isTitleInside
      isFull
    >
      <h1 className="hidden-text">Search</h1>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys. */}
      <div ref={list} onKeyDown={move}>
        <Results
          organizationId={organizationId}
          query={(search.query ?? '').trim()}
          space={search.space}
          kind={search.kind}
          onClear={() => go({ space: undefined, kind: undefined })}
        />
      </div>
    </Screen>
  )
}

interface FiltersProps {
  readonly organizationId: string
  readonly search: SearchSearch
  readonly onChange: (next: SearchSearch) => void
}

/** What is searched for, and where. */
function Filters({ organizationId, search, onChange }: FiltersProps) {
  const { items } = useEverySpace({ organizationId })
  const spaces = items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
  return (
    <section className="tab-bar search-filters" aria-label="Filters">
      <Segments
        label="Kind"
        value={search.kind ?? everything}
        options={kindNames}
        onChange={(kind) => onChange({ kind: kind === everything ? undefined : kind })}
      />
      <Choice
        label="In"
        value={search.space ?? everything}
        options={[{ id: everything, name: 'all spaces' }, ...spaces]}
        onChange={(id) => onChange({ space: id === everything ? undefined : id })}
      />
    </section>
  )
}

/** Without what is not chosen, so that the URL stays short. */
function clean({ query, space, kind }: SearchSearch): SearchSearch {
  return { ...(query && { query }), ...(space && { space }), ...(kind && { kind }) }
}

/** The arrow keys lead from the field into the results and back. Enter in the field opens the first. */
function moveByArrows(event: KeyboardEvent, field: HTMLInputElement | null, list: HTMLElement | null) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const isInField = document.activeElement === field
  if ((!isInField && at < 0) || event.nativeEvent.isComposing) return
  if (event.key === 'Enter' && isInField) rows[0]?.click()
  else if (event.key === 'ArrowDown') rows[Math.min(at + 1, rows.length - 1)]?.focus()
  else if (event.key === 'ArrowUp' && at > 0) rows[at - 1]?.focus()
  else if (event.key === 'ArrowUp' && at === 0) field?.select()
  else return
  event.preventDefault()
}
