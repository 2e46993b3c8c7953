import { sizeOf } from '../../kit/size.ts'
import { control, element, icon } from '../visual/nodes/elements.ts'
import './upload-card.css'

interface CardOptions {
  readonly name: string
  readonly size: number
  /** The address of the picture in this browser. */
  readonly preview?: string | undefined
  /** Ends the upload and takes its card away. */
  readonly onRemove: () => void
}

/** What the editor shows of a file that is not stored yet. */
export interface UploadCard {
  readonly dom: HTMLElement
  /** How much has been sent, from 0 to 1; `undefined` while the file waits. */
  readonly progress: (part: number | undefined) => void
  readonly fail: (words: string, retry?: () => void) => void
}

export function uploadCard({ name, size, preview, onRemove }: CardOptions): UploadCard {
  const state = element('small', {}, 'Waiting')
  const words = element('div', { class: 'upload-words' }, element('b', { class: 'cut' }, name), state)
  const bar = element('progress', { max: '1', value: '0', 'aria-label': `Upload of ${name}` })
  const [cancel, again] = [button('Cancel'), button('Retry')]
  cancel.onclick = onRemove
  const mark = preview === undefined ? icon('paperclip') : element('img', { src: preview, alt: '' })
  const dom = control('div', { class: 'upload', role: 'group', 'aria-label': name }, mark, words, bar, cancel)
  dom.draggable = false
  return {
    dom,
    progress(part) {
      dom.removeAttribute('data-failed')
      again.remove()
      cancel.textContent = 'Cancel'
      words.after(bar)
      bar.value = part ?? 0
      state.textContent = part === undefined ? 'Waiting' : `${percentOf(part)} of ${sizeOf(size)}`
    },
    fail(failure, retry) {
      dom.setAttribute('data-failed', '')
      bar.remove()
      state.textContent = failure
      cancel.textContent = 'Remove'
      if (retry === undefined) return
      again.onclick = retry
      cancel.before(again)
    },
  }
}

function button(words: string): HTMLButtonElement {
  return element('button', { type: 'button', class: 'button' }, words)
}

function percentOf(part: number): string {
  return `${Math.floor(part * 100)} %`
}
