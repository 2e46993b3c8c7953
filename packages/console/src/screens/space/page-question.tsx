import type { Page } from '@stemma/contract'
import { deletion, renaming } from './page-actions.ts'
import type { Question } from './page-acts.ts'
import { DeletePage, RenamePage } from './page-dialogs.tsx'
import { neighbourOf } from './page-moves.ts'
import type { PageWrites } from './page-writes.ts'

interface PageQuestionProps {
  readonly page: Page
  readonly action: Question
  readonly pages: readonly Page[]
  readonly openId: string | undefined
  readonly writes: PageWrites
  /** Called with the page whose row gets the focus. */
  readonly onClose: (focused: Page | undefined) => void
}

/** Asks for a title, or whether a page may go. A refused title stays in its field. */
export function PageQuestion({ page, action, pages, openId, writes, onClose }: PageQuestionProps) {
  if (action === 'rename')
    return (
      <RenamePage
        page={page}
        error={writes.error}
        isPending={writes.isPending}
        onRename={(named) => writes.write(renaming(page, named, writes.takesPath), () => onClose(page))}
        onClose={() => onClose(page)}
      />
    )
  return (
    <DeletePage
      page={page}
      onDelete={() => {
        onClose(neighbourOf(pages, page.id))
        writes.write(deletion(pages, page, openId))
      }}
      onClose={() => onClose(page)}
    />
  )
}
