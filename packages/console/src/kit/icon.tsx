import { consoleUrl } from '../app/base.ts'
import type { IconName } from './icon-names.ts'
import './icon.css'

/** Says nothing by itself: the words beside it, or the label of its button, do. */
export function Icon({ name, size = 's' }: { readonly name: IconName; readonly size?: 's' | 'l' }) {
  return (
    <svg className="icon" data-size={size} aria-hidden="true">
      <use href={`${consoleUrl.pathname}icons.svg#${name}`} />
    </svg>
  )
}
