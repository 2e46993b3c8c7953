import type { DocumentPage } from '@stemma/contract'
import { wordsOf } from '../../kit/document/data.ts'

/** The title of a page that nobody has named yet. */
export const untitled = 'Untitled page'

/** Whether nobody has written anything into a page yet. */
export function isUnwritten({ title, document }: DocumentPage): boolean {
  return title === untitled && (document?.nodes ?? []).length === 0
}

/** Whether the text itself begins with the title, as many Markdown files do. */
export function titleInside({ title, document }: DocumentPage): boolean {
  const [first] = document?.nodes ?? []
  return first?.type === 'heading-1' && wordsOf(first).trim() === title
}
