import { sharedValue } from './shared-value.ts'

const last = sharedValue({ words: '', number: 0 })

/** Has screen readers say something that others see: that a page moved, or that a text is saved. */
export function announce(words: string) {
  last.set({ words, number: last.get().number + 1 })
}

/** The one live region of the console. */
export function Announcements() {
  const { words, number } = last.useValue()
  return (
    <div className="hidden-text" role="status">
      {/* The same words twice are two announcements. */}
      <span key={number}>{words}</span>
    </div>
  )
}
