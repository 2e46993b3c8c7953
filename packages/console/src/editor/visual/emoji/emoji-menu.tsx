import { loadEmojis } from '@stemma/content/documents'
import { useQuery } from '@tanstack/react-query'
import type { EditorView } from 'prosemirror-view'
import { useListMenu } from '../../../kit/list-menu.tsx'
import { placeAt } from '../place-at.ts'
import { keepTyped, type Typed } from '../typed/typed-plugin.ts'
import { useTypedMenu } from '../typed/use-typed-menu.ts'
import { emojiChoices } from './emoji-choices.ts'

interface EmojiMenuProps {
  readonly view: EditorView
  readonly typed: Typed
}

/** The emojis with the name that follows the colon. All names are loaded for the first one. */
export function EmojiMenu({ view, typed }: EmojiMenuProps) {
  const { words, from, to } = typed
  const { data: all = [] } = useQuery({
    queryKey: ['emoji names'],
    queryFn: loadEmojis,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  const menu = useListMenu({
    label: 'Emojis',
    items: emojiChoices(all, words),
    words,
    idOf: ({ emoji }) => emoji,
    draw: ({ emoji, name }) => (
      <>
        <span aria-hidden="true">{emoji}</span>
        <span className="cut">{name.replaceAll('_', ' ')}</span>
        <kbd>:{name}</kbd>
      </>
    ),
    onChoose: ({ emoji }) => {
      view.dispatch(view.state.tr.insertText(emoji, from, to).scrollIntoView())
      view.focus()
    },
    onClose: () => keepTyped(view),
    style: placeAt(view, from),
  })
  useTypedMenu(view, menu)
  return menu.list
}
