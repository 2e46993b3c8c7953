import type { DocumentPage } from '@stemma/contract'
import { wordsOf } from '../../kit/document/data.ts'

/** Whether the text itself begins with the title, as many Markdown files do. */
export function titleInside({ title, document }: DocumentPage): boolean {
  const [first] = document?.nodes ?? []
  return first?.type === 'heading-1' && wordsOf(first).trim() === title
}
