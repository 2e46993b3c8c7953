import type { Attrs } from 'prosemirror-model'
import type { PageKey } from '../../saving/delivery.ts'
import type { Asked } from './asking-plugin.ts'

/** The page that is written. */
export interface Place {
  readonly organizationId: string
  readonly page: PageKey
}

export interface QuestionProps extends Place {
  readonly asked: Asked
  /** What the node that is changed has now. */
  readonly attrs: Attrs
  /** What the button says that ends the question. */
  readonly verb: string
  readonly onAnswer: (attrs: Attrs) => void
  readonly onClose: () => void
}
