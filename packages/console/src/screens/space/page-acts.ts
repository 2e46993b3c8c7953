import type { Page } from '@stemma/contract'
import { useState } from 'react'
import { duplication, hiding, moving, newPageIn } from './page-actions.ts'
import { isStep, type PageAction } from './page-menu.tsx'
import { type MoveTarget, moveOf } from './page-moves.ts'
import type { PageWrites } from './page-writes.ts'
import { findPage } from './place.ts'

interface PageActsOptions {
  readonly pages: readonly Page[]
  readonly writes: PageWrites | undefined
  /** Opens a page for what is put below it. */
  readonly reveal: (id: string | null) => void
}

/** What a menu, a key or a drag does to a page: it writes at once, or asks first. */
export function usePageActs({ pages, writes, reveal }: PageActsOptions) {
  const [question, setQuestion] = useState<{ readonly pageId: string; readonly action: Question }>()
  const page = question && findPage(pages, question.pageId)
  const move = (moved: Page, target: MoveTarget) => {
    const now = writes?.pagesNow() ?? pages
    const to = moveOf(now, moved.id, target)
    if (to === undefined) return
    reveal(to.into)
    writes?.write(moving(now, moved, to))
  }
  return {
    move,
    act(acted: Page, action: PageAction) {
      if (isStep(action)) return move(acted, action)
      if (action === 'rename' || action === 'delete') return setQuestion({ pageId: acted.id, action })
      if (action === 'hide') return writes?.write(hiding(acted))
      if (action === 'duplicate') return writes?.write(duplication(pages, acted, writes.read))
      reveal(acted.id)
      writes?.write(newPageIn(acted))
    },
    asked: question && page && { page, action: question.action },
    close() {
      setQuestion(undefined)
      writes?.forgetError()
    },
  }
}

/** What is asked about in a dialog. */
export type Question = 'rename' | 'delete'
