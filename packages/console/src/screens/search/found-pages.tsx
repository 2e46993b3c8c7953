import type { SearchPage } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { Marked } from '../../kit/marked.tsx'

/** The pages that were found in one space. */
export interface PagesIn {
  readonly id: string
  readonly title: string
  readonly pages: readonly SearchPage[]
}

interface FoundPagesProps {
  readonly organizationId: string
  readonly groups: readonly PagesIn[]
  readonly isOneSpace: boolean
  readonly onMore?: () => void
}

/** The server names at most so many pages of each space, if all are searched. */
const pagesInSpaceMax = 10

/** Pages by space, each with the sections in which the words are. */
export function FoundPages({ organizationId, groups, isOneSpace, onMore }: FoundPagesProps) {
  return (
    <>
      {groups.map(({ id: spaceId, title, pages }) => (
        <section className="found" key={spaceId} aria-labelledby={`found-${spaceId}`}>
          <h2 id={`found-${spaceId}`}>
            {title || 'Untitled space'}
            <span className="count">{pages.length}</span>
            {!isOneSpace && pages.length >= pagesInSpaceMax && (
              <Link to="." search={(now: object) => ({ ...now, space: spaceId })} replace>
                All in this space
              </Link>
            )}
          </h2>
          <ul>
            {pages.map((page) => (
              <Found key={page.id} page={page} organizationId={organizationId} spaceId={spaceId} />
            ))}
          </ul>
        </section>
      ))}
      {onMore && (
        <p className="search-note">
          <Button className="button" onPress={onMore}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

interface FoundProps {
  readonly page: SearchPage
  readonly organizationId: string
  readonly spaceId: string
}

function Found({ page, organizationId, spaceId }: FoundProps) {
  const { title, path, ancestors, description, highlights, sections = [] } = page
  const params = { organizationId, spaceId, _splat: path }
  return (
    <li className="found-page">
      <Link className="found-row" data-row to="/o/$organizationId/s/$spaceId/$" params={params}>
        <Icon name="file-text" />
        <b className="cut">
          <Marked text={title} highlights={highlights.title} />
        </b>
        <small className="cut">
          {ancestors.length > 0 ? ancestors.map((one) => one.title).join(' › ') : description}
        </small>
      </Link>
      <ul>
        {sections.map((section) => (
          <Section key={section.id} section={section} params={params} />
        ))}
      </ul>
    </li>
  )
}

interface SectionProps {
  readonly section: NonNullable<SearchPage['sections']>[number]
  readonly params: { readonly organizationId: string; readonly spaceId: string; readonly _splat: string }
}

/** Leads to the heading above the words. The part before the first heading has none. */
function Section({ section: { title, path, body, highlights }, params }: SectionProps) {
  const [, hash] = path.split('#')
  return (
    <li>
      <Link
        className="found-section"
        data-row
        to="/o/$organizationId/s/$spaceId/$"
        params={params}
        {...(hash !== undefined && { hash })}
      >
        {hash !== undefined && (
          <b className="cut">
            <Icon name="hash" /> <Marked text={title} highlights={highlights.title} />
          </b>
        )}
        {body !== '' && (
          <p>
            <Marked text={body} highlights={highlights.body} />
          </p>
        )}
      </Link>
    </li>
  )
}
