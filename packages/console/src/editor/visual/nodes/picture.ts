import type { ContentReference } from '@stemma/contract'
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { safeHref } from '../../../kit/document/references.ts'
import { control, element } from './elements.ts'
import type { Files } from './files.ts'

/** A picture with its caption. Until the picture is there, its description stands in its place. */
export function pictureView({ attrs }: Node, { urlOf }: Files): NodeView {
  const alt = String(attrs.alt ?? '')
  const missing = control('span', { class: 'picture-missing' }, alt || 'Image')
  const contentDOM = element('figcaption')
  const dom = element('figure', {}, missing, contentDOM)
  const show = async () => {
    const src = safeHref(attrs.ref === null ? undefined : await urlOf(attrs.ref as ContentReference))
    if (src === undefined) return
    const picture = control('img', { src, alt })
    picture.draggable = false
    missing.replaceWith(picture)
  }
  void show()
  return { dom, contentDOM, ignoreMutation: ({ target }) => !contentDOM.contains(target) }
}
