import type { ChangeRequest } from '@stemma/contract'
import { Icon } from '../../kit/icon.tsx'
import type { usePreviews } from './previews.ts'

interface SitePreviewProps {
  readonly one: ChangeRequest
  readonly previews: ReturnType<typeof usePreviews>
}

/** Leads to the space as its readers will see it. */
export function SitePreview({ one, previews: { items, none } }: SitePreviewProps) {
  const isConditional = items.some((item) => item.isConditional)
  return (
    <section aria-labelledby="site-preview">
      <h2 id="site-preview">On the site</h2>
      {items.length === 0 && <p className="review-note">{none}</p>}
      {items.map(({ name, href }) => (
        <a key={href} className="button" href={href} target="_blank" rel="noreferrer">
          <Icon name="arrow-square-out" />
          <span className="cut">
            {items.length === 1 ? 'Preview on the site' : `Preview on ${name}`}
            <span className="hidden-text">, in a new tab</span>
          </span>
        </a>
      ))}
      {items.length > 0 && one.outdated && (
        <p className="review-note">The preview has no changes that the space got since. Update first.</p>
      )}
      {isConditional && (
        <p className="review-note">
          Some visitors don’t see this space. The preview shows it as to a visitor.
        </p>
      )}
    </section>
  )
}
