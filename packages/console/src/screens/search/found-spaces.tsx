import type { Space } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { Marked } from '../../kit/marked.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import type { Range } from './search.ts'

interface FoundSpacesProps {
  readonly organizationId: string
  readonly found: readonly { readonly space: Space; readonly highlights: readonly Range[] }[]
}

/** Spaces by their title. */
export function FoundSpaces({ organizationId, found }: FoundSpacesProps) {
  if (found.length === 0) return null
  return (
    <section className="found" aria-labelledby="found-spaces">
      <h2 id="found-spaces">
        Spaces <span className="count">{found.length}</span>
      </h2>
      <ul>
        {found.map(({ space, highlights }) => (
          <li key={space.id}>
            <Link
              className="found-row"
              data-row
              to="/o/$organizationId/s/$spaceId"
              params={{ organizationId, spaceId: space.id }}
            >
              <SpaceMark space={space} />
              <b className="cut">
                <Marked text={space.title} highlights={highlights} />
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
