import type { DocumentConflict, DocumentVersions, MergedDocument } from '@stemma/content/documents'
import { deliver, type Failed, judge, type PageKey, textAt } from './delivery.ts'
import { type Entry, journal, type PageChanges } from './journal.ts'

/** Where the words of the person are. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at?: Date }
  | { readonly kind: 'saving' }
  /** In this browser only, until the server answers or the person signs in again. */
  | { readonly kind: 'kept'; readonly reason: 'offline' | 'signed-out' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly DocumentConflict[] }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nowhere but on the screen: the browser doesn't store anything. */
  | { readonly kind: 'unkept'; readonly message: string }

/** The text on the screen. */
interface Screen {
  /** Its Markdown. */
  readonly read: () => Promise<string>
  /** Shows a text; false if something was typed meanwhile. */
  readonly show: (text: string) => Promise<boolean>
  /** Merges what others wrote with what is on the screen. */
  readonly merge: (versions: DocumentVersions, choices: Choices) => Promise<MergedDocument>
}

/** The text for each conflict, by its ID. */
export type Choices = readonly (readonly [id: string, text: string])[]

/** A text, and a revision that has it. */
export interface Base {
  readonly revision: string
  readonly markdown: string
}

export interface WriterOptions {
  readonly about: Pick<Entry, 'userId' | 'organizationId' | 'path' | 'title'>
  readonly page: PageKey
  readonly base: Base
  readonly screen: Screen
  /** Opens the draft that a locked space needs. Repeating it with the same key opens no second one. */
  readonly toWritable: (page: PageKey, key: string) => Promise<PageKey>
  readonly onState: (state: SaveState) => void
  /** Resolves when it is worth trying again. */
  readonly untilRetry: (failure: unknown, attempt: number, signal: AbortSignal) => Promise<void>
}

const keepMs = 200
const sendMs = 1000
const sendMsMax = 5000

/**
 * Takes what is typed to the server and loses nothing on the way: it is in the journal of this browser before
 * it is sent, and leaves it only when the server has acknowledged it.
 */
export class PageWriter {
  readonly #options: WriterOptions
  readonly #closing = new AbortController()
  #page: PageKey
  #base: Base
  #fields: PageChanges = {}
  #isTextChanged = false
  /** Counts what was typed, and how much of it was sent. */
  #typed = 0
  #sent = 0
  #firstUnsent = 0
  #sending: Entry | undefined
  #work: Promise<void> = Promise.resolve()
  #keepTimer: Timer
  #sendTimer: Timer
  #choices: PromiseWithResolvers<Choices> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#page = options.page
    this.#base = options.base
  }

  get isUnsent(): boolean {
    return this.#typed > this.#sent
  }

  /** Something was typed: into the text, or into one of the fields above it. */
  touch(fields?: Omit<PageChanges, 'markdown'>) {
    if (fields === undefined) this.#isTextChanged = true
    else this.#fields = { ...this.#fields, ...fields }
    if (!this.isUnsent) this.#firstUnsent = Date.now()
    this.#typed += 1
    if (this.#sending === undefined && this.#choices === undefined) this.#options.onState({ kind: 'saving' })
    this.#keepTimer ??= setTimeout(() => this.#keep(), keepMs)
    clearTimeout(this.#sendTimer)
    const wait = Math.max(0, Math.min(sendMs, this.#firstUnsent + sendMsMax - Date.now()))
    this.#sendTimer = setTimeout(() => this.flush(), wait)
  }

  /** Sends everything now. */
  async flush() {
    clearTimeout(this.#sendTimer)
    this.#enqueue(() => this.#send())
    await this.#work
  }

  /** Somebody has written this revision. */
  notice(revision: string) {
    this.#enqueue(async () => {
      if (revision !== this.#base.revision) await this.#catchUp(revision)
    })
  }

  /** Decides the conflicts that the state named. */
  decide(choices: Choices) {
    this.#choices?.resolve(choices)
  }

  /** Leaves what was not sent in the journal. */
  async close() {
    clearTimeout(this.#sendTimer)
    await this.#keep()
    this.#closing.abort(new Error('The page was closed.'))
    await this.#work
  }

  /** One thing after the other: a text is never sent while another one is merged. */
  #enqueue(work: () => Promise<void>) {
    this.#work = this.#work.then(work).catch((failure) => {
      if (!this.#closing.signal.aborted) this.#options.onState({ kind: 'refused', message: wordsOf(failure) })
    })
  }

  /** Puts what is on the screen into the journal. Doesn't wait for its turn: merging can take a person. */
  async #keep(): Promise<Kept | undefined> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    const count = this.#typed
    if (count === this.#sent) return undefined
    const entry = this.#entryOf(this.#isTextChanged ? await this.#options.screen.read() : undefined)
    try {
      await journal.put(entry)
    } catch (failure) {
      this.#options.onState({ kind: 'unkept', message: wordsOf(failure) })
    }
    return { entry, count }
  }

  #entryOf(markdown: string | undefined): Entry {
    const { about } = this.#options
    const { spaceId, version, pageId } = this.#page
    return {
      ...about,
      ...(this.#fields.title !== undefined && { title: this.#fields.title }),
      place: placeOf(this.#page),
      key: crypto.randomUUID(),
      spaceId,
      ...(version.kind === 'change' && { changeRequestId: version.id }),
      pageId,
      basedOn: this.#base.revision,
      changes: { ...this.#fields, ...(markdown !== undefined && { markdown }) },
      ...(this.#sending && { before: this.#sending }),
      at: new Date().toISOString(),
    }
  }

  async #send() {
    while (this.isUnsent) {
      const kept = await this.#keep()
      if (kept === undefined) return
      if (this.#isNothing(kept.entry)) {
        await this.#settle(kept)
        continue
      }
      this.#sending = kept.entry
      try {
        const revision = await this.#deliver(kept.entry)
        await this.#acknowledged(kept, revision)
      } catch (failure) {
        this.#sending = undefined
        const failed = judge(failure)
        if (failed.kind !== 'behind') throw failure
        await this.#catchUp(failed.revision)
      }
    }
    if (!this.#closing.signal.aborted) this.#options.onState({ kind: 'saved', at: new Date() })
  }

  #deliver(entry: Entry): Promise<string> {
    return this.#patiently(async () => {
      const page = await this.#options.toWritable(this.#page, `${entry.key}-draft`)
      if (page !== this.#page) await this.#moveTo(page, entry)
      return deliver(page, entry)
    })
  }

  async #moveTo(page: PageKey, entry: Entry) {
    const { version } = page
    this.#page = page
    const changeRequestId = version.kind === 'change' ? version.id : ''
    await journal
      .move({ ...entry, place: placeOf(page), changeRequestId }, entry.place)
      .catch(() => undefined)
    if (this.isUnsent) this.#keepTimer ??= setTimeout(() => this.#keep(), 0)
  }

  async #acknowledged(kept: Kept, revision: string) {
    this.#sending = undefined
    const { markdown = this.#base.markdown } = kept.entry.changes
    await this.#settle(kept)
    this.#base = { ...this.#base, markdown }
    await this.#catchUp(revision)
  }

  async #settle({ entry, count }: Kept) {
    this.#sent = count
    this.#fields = withoutEqual(this.#fields, entry.changes)
    if (!this.isUnsent) this.#isTextChanged = false
    await journal.settle({ place: placeOf(this.#page), key: entry.key }).catch(() => undefined)
  }

  /** What was typed is gone again, such as by undo. */
  #isNothing({ changes: { markdown, ...fields } }: Entry): boolean {
    return markdown === this.#base.markdown && Object.keys(fields).length === 0
  }

  /** Shows what a revision has, together with what is not sent yet. */
  async #catchUp(revision: string) {
    const { screen } = this.#options
    const { markdown: theirs } = await this.#patiently(() => textAt(this.#page, revision))
    const base = this.#base.markdown
    let choices: Choices = []
    while (theirs !== base) {
      this.#closing.signal.throwIfAborted()
      const ours = await screen.read()
      const { markdown, conflicts } = await screen.merge({ base, ours, theirs }, choices)
      if (conflicts.length > 0) {
        choices = [...choices, ...(await this.#ask(conflicts))]
        continue
      }
      if (!(await screen.show(markdown))) continue
      if (markdown !== theirs) this.touch()
      break
    }
    this.#base = { revision, markdown: theirs }
  }

  /** Repeats what the network, the server or an ended session prevents, until it has an answer. */
  async #patiently<T>(call: () => Promise<T>): Promise<T> {
    const { onState, untilRetry } = this.#options
    for (let attempt = 0; ; attempt++) {
      this.#closing.signal.throwIfAborted()
      try {
        return await call()
      } catch (failure) {
        const { kind }: Failed = judge(failure)
        if (kind === 'behind' || kind === 'refused') throw failure
        onState({ kind: 'kept', reason: kind === 'later' ? 'offline' : 'signed-out' })
        await untilRetry(failure, attempt, this.#closing.signal)
      }
    }
  }

  async #ask(conflicts: readonly DocumentConflict[]): Promise<Choices> {
    const asked = Promise.withResolvers<Choices>()
    const { signal } = this.#closing
    const giveUp = () => asked.reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    this.#choices = asked
    this.#options.onState({ kind: 'conflict', conflicts })
    try {
      return await asked.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
      this.#choices = undefined
      if (!signal.aborted) this.#options.onState({ kind: 'saving' })
    }
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined

interface Kept {
  readonly entry: Entry
  /** How much of what was typed it holds. */
  readonly count: number
}

/** The name of a page in the journal. */
export function placeOf({ spaceId, version, pageId }: PageKey): string {
  return [spaceId, version.kind === 'change' ? version.id : '', pageId].join('/')
}

/** The fields that have changed again since they were sent. */
function withoutEqual(fields: PageChanges, sent: PageChanges): PageChanges {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => sent[name as keyof PageChanges] !== value),
  )
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
