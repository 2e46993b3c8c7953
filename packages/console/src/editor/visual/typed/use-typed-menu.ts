import type { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent } from 'react'
import type { ListMenu } from '../../../kit/list-menu.tsx'
import { handleTypedKeys } from './typed-plugin.ts'

/** Gives a menu the keys of the editor, and tells assistive technology what is chosen in it. */
export function useTypedMenu(view: EditorView, { isOpen, attributes, onKey }: ListMenu) {
  const handle = useEffectEvent(onKey)
  useEffect(() => (isOpen ? handleTypedKeys(view, handle) : undefined), [view, isOpen])
  const { 'aria-controls': list, 'aria-activedescendant': chosen } = attributes
  useEffect(() => {
    if (list === undefined || chosen === undefined) return
    view.dom.setAttribute('aria-controls', list)
    view.dom.setAttribute('aria-activedescendant', chosen)
    return () => {
      view.dom.removeAttribute('aria-controls')
      view.dom.removeAttribute('aria-activedescendant')
    }
  }, [view, list, chosen])
}
