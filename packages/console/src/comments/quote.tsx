import type { Comment } from '@stemma/contract'
import { Button } from 'react-aria-components'
import { useTalk } from './talk.ts'

/** The text that a comment is about, as it was then. If it is still there, it leads there. */
export function Quote({ comment: { target } }: { readonly comment: Comment }) {
  const { onShow } = useTalk()
  const { node, page } = target
  if (node === undefined) return null
  const { preview = '' } = node
  return (
    <div className="quote">
      {preview !== '' && <blockquote>{preview}</blockquote>}
      {page?.outdated && <p>The text has changed since.</p>}
      {onShow && preview !== '' && !page?.outdated && (
        <Button className="quote-show" onPress={() => onShow(preview)}>
          Show in the text
        </Button>
      )}
    </div>
  )
}
