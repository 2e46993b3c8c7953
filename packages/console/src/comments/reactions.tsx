import type { Comment, CommentReply } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Menu, MenuItem, MenuTrigger, Popover, ToggleButton } from 'react-aria-components'
import { emojiOf } from '../kit/emoji.ts'
import { Icon } from '../kit/icon.tsx'
import { readAgain } from './discussion.ts'
import { offersAbout } from './offers-about.ts'
import { useTalk } from './talk.ts'
import { change, type PostedKey } from './writes.ts'
import './reactions.css'

interface ReactionsProps {
  readonly postedKey: PostedKey
  readonly posted: Comment | CommentReply
  readonly react: ReturnType<typeof useReact>['react']
}

/** Every emoji that somebody reacted with. Pressing one adds or removes one's own. */
export function Reactions({ posted, postedKey, react }: ReactionsProps) {
  const { discussion, userId } = useTalk()
  if (posted.reactions.length === 0) return null
  return (
    <ul className="reactions" aria-label="Reactions">
      {posted.reactions.map(({ emoji, count, users }) => {
        const isOwn = users.some(({ user }) => user.id === userId)
        return (
          <li key={emoji}>
            <ToggleButton
              {...offersAbout(discussion, 'change', postedKey, { addedReactions: [emoji] })}
              className="reaction"
              aria-label={`${nameOf(emoji)}: ${count}`}
              isSelected={isOwn}
              isDisabled={posted.permissions.reply !== true}
              onChange={(isAdded) => react(emoji, isAdded)}
            >
              {emojiOf(emoji)} {count}
            </ToggleButton>
          </li>
        )
      })}
    </ul>
  )
}

/** Reacts with one of a few emojis. */
export function ReactionMenu({ posted, postedKey, react }: ReactionsProps) {
  const { discussion } = useTalk()
  if (posted.permissions.reply !== true) return null
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label={`React to ${posted.postedBy.displayName}`}>
        <Icon name="smiley" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Reactions" onAction={(emoji) => react(String(emoji), true)}>
          {choices.map(([emoji, name]) => (
            <MenuItem
              {...offersAbout(discussion, 'change', postedKey, { addedReactions: [emoji] })}
              className="menu-item"
              key={emoji}
              id={emoji}
              textValue={name}
            >
              <span aria-hidden="true">{emoji}</span> {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const choices = [
  ['👍', 'Thumbs up'],
  ['👎', 'Thumbs down'],
  ['❤️', 'Heart'],
  ['🎉', 'Celebrate'],
  ['😄', 'Smile'],
  ['👀', 'Looking'],
] as const

function nameOf(emoji: string): string {
  return choices.find(([known]) => known === emojiOf(emoji))?.[1] ?? emojiOf(emoji)
}

/** Adds or removes a reaction. Without a network it fails at once, and says so. */
export function useReact(key: PostedKey) {
  const { discussion } = useTalk()
  const { mutate, error } = useMutation({
    mutationFn: ({ emoji, isAdded }: { readonly emoji: string; readonly isAdded: boolean }) =>
      change(discussion, key, isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] }),
    onSuccess: () => readAgain(discussion),
    networkMode: 'always',
  })
  return { error, react: (emoji: string, isAdded: boolean) => mutate({ emoji, isAdded }) }
}
