import { patternOf, type Query, type Range } from './pattern.ts'

/** A view of the page in which words are found. */
export interface Searched {
  /** Everything that matches, from the top. */
  readonly matches: (pattern: RegExp) => readonly Range[]
  /** Marks matches, and none of those before. */
  readonly mark: (matches: readonly Range[], current: Range | undefined) => void
  /** Brings the current match on the screen. */
  readonly reveal: () => void
  /** Where the current match begins, after everything that was typed since. Without one: the cursor. */
  readonly place: () => number
  /** The selected words, if they are in one line. */
  readonly selected: () => string
  /** Gives the view the focus, and selects a match. */
  readonly enter: (match: Range | undefined) => void
  /** Ends the step of the history that typing has begun. */
  readonly settle: () => Promise<void>
  /** Replaces matches in one step of the history. */
  readonly replace: (matches: readonly Range[], words: string) => void
  /** Calls back when the text is new. */
  readonly watch: (notify: () => void) => () => void
}

export interface Found {
  readonly count: number
  /** The number of the current match, from 1; 0 if there is none. */
  readonly at: number
}

const none: Found = { count: 0, at: 0 }
/** Typing goes first: what is marked follows when it pauses. */
const pauseMs = 200
/** Marks take time to draw. Further ones are drawn when they are near. */
const marksMax = 600

/** A search in one view: what matches, and which match is the current one. */
export class Finding {
  readonly #searched: Searched
  readonly #listeners = new Set<() => void>()
  #pattern: RegExp | undefined
  #matches: readonly Range[] = []
  #found = none
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(searched: Searched) {
    this.#searched = searched
  }

  /** Follows the text until it is stopped. */
  start(): () => void {
    const stop = this.#searched.watch(() => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#look(), pauseMs)
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
      this.#searched.mark([], undefined)
    }
  }

  readonly watch = (notify: () => void) => {
    this.#listeners.add(notify)
    return () => this.#listeners.delete(notify)
  }

  readonly found = (): Found => this.#found

  /** Looks for other words, from where the last ones were found. */
  search(query: Query) {
    this.#pattern = patternOf(query)
    this.#look()
    if (this.#found.at > 0) this.#searched.reveal()
  }

  step(by: 1 | -1) {
    this.#refresh()
    const { count, at } = this.#found
    if (count === 0) return
    this.#show(((at - 1 + by + count) % count) + 1)
    this.#searched.reveal()
  }

  async replace(words: string) {
    await this.#searched.settle()
    this.#refresh()
    const match = this.#matches[this.#found.at - 1]
    if (match === undefined) return
    this.#searched.replace([match], words)
    this.#look(match.from + words.length)
    this.#searched.reveal()
  }

  /** Replaces everything, and returns how many there were. */
  async replaceAll(words: string): Promise<number> {
    await this.#searched.settle()
    this.#refresh()
    const { length } = this.#matches
    if (length > 0) this.#searched.replace(this.#matches, words)
    this.#look()
    return length
  }

  /** Goes back into the text, at the current match. */
  leave() {
    this.#refresh()
    this.#searched.enter(this.#matches[this.#found.at - 1])
  }

  /** What was typed a moment ago counts. */
  #refresh() {
    if (this.#timer !== undefined) this.#look()
  }

  /** The current match is the next one from a position on, or else the first. */
  #look(from = this.#searched.place()) {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#matches = this.#pattern === undefined ? [] : this.#searched.matches(this.#pattern)
    const next = this.#matches.findIndex((match) => match.from >= from)
    this.#show(this.#matches.length === 0 ? 0 : Math.max(next, 0) + 1)
  }

  #show(at: number) {
    const first = Math.max(0, at - marksMax / 2)
    this.#found = { count: this.#matches.length, at }
    this.#searched.mark(this.#matches.slice(first, first + marksMax), this.#matches[at - 1])
    for (const notify of this.#listeners) notify()
  }
}
