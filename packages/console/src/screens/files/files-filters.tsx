import type { File } from '@stemma/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Input, Label, SearchField } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { useTyped } from '../search/use-typed.ts'
import type { FilesSearch } from './files.ts'
import { fileKinds, kindNames, kindOf } from './kinds.ts'
import '../../kit/segments.css'
import '../../kit/tabs.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/files')

interface FilesFiltersProps {
  readonly files: readonly File[]
  readonly search: FilesSearch
}

/** A link is the current one if the URL says just the same. */
const exactly = { exact: true, includeSearch: true }

const orders = [
  { name: 'Newest' },
  { sort: 'name', name: 'Name' },
  { sort: 'size', name: 'Largest' },
] as const

/** Everything that is chosen here is in the URL. Kinds without a file are missing. */
export function FilesFilters({ files, search }: FilesFiltersProps) {
  const navigate = route.useNavigate()
  const { words, type } = useTyped(search.query ?? '', (query) =>
    navigate({ search: (before) => ({ ...before, query: query || undefined }), replace: true }),
  )
  const kinds = fileKinds
    .map((kind) => ({ kind, count: files.filter((file) => kindOf(file) === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === search.type)
  return (
    <section className="tab-bar files-filters" aria-label="Filters">
      <nav className="tabs" aria-label="Type">
        <Link from={route.id} to="." search={{ ...search, type: undefined }} activeOptions={exactly}>
          All <span className="count">{files.length}</span>
        </Link>
        {kinds.map(({ kind, count }) => (
          <Link key={kind} from={route.id} to="." search={{ ...search, type: kind }} activeOptions={exactly}>
            {kindNames[kind]} <span className="count">{count}</span>
          </Link>
        ))}
      </nav>
      <div className="tab-bar-end">
        <SearchField className="files-find" value={words} onChange={type}>
          <Label className="hidden-text">Filter by name</Label>
          <Icon name="magnifying-glass" />
          <Input placeholder="Filter by name" maxLength={256} />
        </SearchField>
        <nav className="segments" aria-label="Order">
          {orders.map(({ name, ...order }) => (
            <Link
              key={name}
              from={route.id}
              to="."
              search={{ ...search, sort: undefined, ...order }}
              activeOptions={exactly}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
    </section>
  )
}
