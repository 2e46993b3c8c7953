import type { Page } from '@stemma/contract'
import { DropIndicator, useDragAndDrop } from 'react-aria-components'
import { holdsPages, type MoveTarget } from './page-moves.ts'
import { findPage } from './place.ts'

interface PageDragsOptions {
  readonly pages: readonly Page[]
  readonly move: (page: Page, target: MoveTarget) => void
  readonly isDisabled: boolean
}

/** By this, other places know that what is dragged is a page. */
export const pageType = 'application/x-stemma-page'

/** Rows are dragged between others, and onto pages that hold pages. */
export function usePageDrags({ pages, move, isDisabled }: PageDragsOptions) {
  return useDragAndDrop({
    isDisabled,
    getItems: (ids) =>
      [...ids].map((id) => ({ 'text/plain': findPage(pages, id)?.title ?? '', [pageType]: String(id) })),
    shouldAcceptItemDrop: ({ key }) => {
      const page = findPage(pages, key)
      return page !== undefined && holdsPages(page)
    },
    onMove({ keys: [id], target }) {
      const page = findPage(pages, id)
      if (page !== undefined) move(page, { page: String(target.key), to: target.dropPosition })
    },
    renderDropIndicator: (target) => <DropIndicator className="page-drop" target={target} />,
  })
}
