import type { Space } from '@stemma/contract'
import { emojiOf } from './emoji.ts'
import { Icon } from './icon.tsx'

/** The emoji of a space, or the sign of all spaces. */
export function SpaceMark({ space, size = 's' }: { readonly space: Space; readonly size?: 's' | 'l' }) {
  const emoji = emojiOf(space.emoji)
  if (emoji === '') return <Icon name="book-open" size={size} />
  return (
    <span className="icon" data-size={size} aria-hidden="true">
      {emoji}
    </span>
  )
}
