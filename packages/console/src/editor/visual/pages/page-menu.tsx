import { schema } from '@stemma/editing'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EditorView } from 'prosemirror-view'
import { toQuery } from '../../../app/operations.ts'
import { emojiOf } from '../../../kit/emoji.ts'
import { Icon } from '../../../kit/icon.tsx'
import { useListMenu } from '../../../kit/list-menu.tsx'
import { pagesOf } from '../../../screens/space/contents.ts'
import type { PageKey } from '../../saving/delivery.ts'
import { placeAt } from '../place-at.ts'
import { keepTyped, type Typed } from '../typed/typed-plugin.ts'
import { useTypedMenu } from '../typed/use-typed-menu.ts'
import { flatPages, foundElsewhere, type PageChoice, pageChoices } from './page-choices.ts'

interface PageMenuProps {
  readonly view: EditorView
  readonly typed: Typed
  readonly organizationId: string
  /** The page that is written. */
  readonly page: PageKey
}

/** The pages that match what follows `[[`. */
export function PageMenu({ view, typed, organizationId, page }: PageMenuProps) {
  const { words, from } = typed
  const menu = useListMenu({
    label: 'Pages',
    items: usePages(words, organizationId, page),
    words,
    idOf: ({ id }) => id,
    draw: ({ title, note, emoji }) => (
      <>
        {emoji === undefined ? <Icon name="file-text" /> : <span aria-hidden="true">{emojiOf(emoji)}</span>}
        <span className="cut">{title}</span>
        <small className="cut">{note}</small>
      </>
    ),
    onChoose: (choice) => link(view, typed, choice),
    onClose: () => keepTyped(view),
    style: placeAt(view, from),
  })
  useTypedMenu(view, menu)
  return menu.list
}

const wordsMin = 2

/** The pages whose title has the words, of this space and then of others. */
export function usePages(words: string, organizationId: string, { spaceId, version, pageId }: PageKey) {
  const { data: tree } = useQuery({ ...pagesOf(spaceId, version), throwOnError: false })
  // Guests of a space may not search the organization: they link to pages of the space.
  const { data: found } = useQuery({
    ...toQuery('searchOrganizationContent', {
      params: { organizationId },
      query: { query: words, limit: 5 },
    }),
    enabled: words.trim().length >= wordsMin,
    placeholderData: keepPreviousData,
    throwOnError: false,
    retry: false,
  })
  const own = flatPages(tree?.pages ?? []).filter(({ id }) => id !== pageId)
  const isSearched = words.trim().length >= wordsMin
  return pageChoices(own, isSearched ? foundElsewhere(found?.items ?? [], spaceId) : [], words)
}

/** A link with the title of the page, in place of what was typed. It stays when the page is moved. */
function link(view: EditorView, { from, to }: Typed, { id, title, spaceId }: PageChoice) {
  const ref = { kind: 'page', page: id, ...(spaceId !== undefined && { space: spaceId }) }
  const mark = schema.mark('link', { ref })
  const marks = view.state.doc.resolve(from).marks()
  const { tr } = view.state
  tr.replaceWith(from, to, schema.text(title, mark.addToSet(marks))).setStoredMarks(marks)
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
