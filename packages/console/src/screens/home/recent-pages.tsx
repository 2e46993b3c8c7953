import { Link } from '@tanstack/react-router'
import { Icon } from '../../kit/icon.tsx'
import { sayWhen } from '../../kit/when.ts'
import { recentPages } from '../space/recent.ts'
import './recent-pages.css'

interface RecentPagesProps {
  readonly organizationId: string
  readonly userId: string
}

/** The pages that this person opened last in this browser. */
export function RecentPages({ organizationId, userId }: RecentPagesProps) {
  const pages = recentPages(userId).filter((one) => one.organizationId === organizationId)
  if (pages.length === 0) return null
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">Recently opened</h2>
      <ul>
        {pages.map(({ spaceId, path, title, space, at }) => (
          <li key={`${spaceId}/${path}`}>
            <Link
              className="recent-page"
              to="/o/$organizationId/s/$spaceId/$"
              params={{ organizationId, spaceId, _splat: path }}
            >
              <Icon name="file-text" />
              <span className="cut">{title}</span>
              <time dateTime={at}>{sayWhen(at)}</time>
              <small className="cut">{space}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
