import type { DocumentConflict, DocumentVersions, MergedDocument } from '@stemma/content/documents'
import {
  type Delivered,
  deliver,
  type Failed,
  headOf,
  isLocked,
  judge,
  type PageKey,
  textAt,
} from './delivery.ts'
import { type Entry, journal, type PageChanges, type Write, withoutEqual } from './journal.ts'
import type { SaveState } from './save-state.ts'
import type { Opening } from './unsent.ts'

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
  /** What a closed window left in the journal, and the screen shows now. */
  readonly left?: Entry | undefined
  readonly screen: Screen
  /** Opens the draft that a locked space needs. */
  readonly toWritable: (page: PageKey, opening: Opening) => Promise<PageKey>
  readonly onState: (state: SaveState) => void
  /** The server has these. Nothing else is sent until it has ended. */
  readonly onSaved: (changes: PageChanges) => Promise<void>
  /** Resolves when it is worth trying again. */
  readonly untilRetry: (failure: unknown, attempt: number, signal: AbortSignal) => Promise<void>
}

const keepMs = 50
const sendMs = 1000
const sendMsMax = 5000

/**
 * Takes what is typed to the server and loses nothing on the way: it is in the journal of this browser before
 * it is sent, and leaves it only when the server has acknowledged it.
 */
export class PageWriter {
  readonly #options: WriterOptions
  readonly #closing = new AbortController()
  readonly #place = crypto.randomUUID()
  #page: PageKey
  #base: Base
  #fields: PageChanges = {}
  #isTextChanged = false
  /** Counts what was typed, and how much of it was kept and sent. */
  #typed = 0
  #kept = 0
  #sent = 0
  #firstUnsent = 0
  /** What is on its way and comes first, or has arrived at a revision that is not shown yet. */
  #before: Write | undefined
  #left: Entry | undefined
  /** What the journal has of this window, while nothing of it was sent. */
  #inJournal: Kept | undefined
  #arrivedAt: string | undefined
  #refusal: string | undefined
  #keeping: Promise<unknown> = Promise.resolve()
  #work: Promise<void> = Promise.resolve()
  #opening: Promise<unknown> = Promise.resolve()
  #keepTimer: Timer
  #sendTimer: Timer
  #choices: PromiseWithResolvers<Choices> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
    this.#page = options.page
    this.#base = options.base
    this.#left = options.left
    this.#before = options.left?.before
  }

  get isUnsent(): boolean {
    return this.#typed > this.#sent
  }

  /** Whether words would be lost if the window closed now. */
  get isUnkept(): boolean {
    return this.#typed > Math.max(this.#kept, this.#sent)
  }

  /** Something was typed: into the text, or into one of the fields above it. */
  touch(fields?: Omit<PageChanges, 'markdown'>) {
    if (fields === undefined) this.#isTextChanged = true
    else this.#fields = { ...this.#fields, ...fields }
    if (!this.isUnsent) this.#firstUnsent = Date.now()
    this.#typed += 1
    if (this.#before === undefined && this.#choices === undefined) this.#options.onState({ kind: 'saving' })
    this.#keepTimer ??= setTimeout(() => this.keep(), keepMs)
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

  /** Somebody may have written, perhaps this revision. Word can arrive late: the newest one is shown. */
  notice(revision?: string) {
    this.#enqueue(async () => {
      if (revision === this.#base.revision) return
      if (!(await this.#arrive())) return
      const head = await this.#patiently(() => headOf(this.#page))
      if (head !== this.#base.revision) await this.#catchUp(head)
    })
  }

  /** Decides the conflicts that the state named. */
  decide(choices: Choices) {
    this.#choices?.resolve(choices)
  }

  /** Leaves what was not sent in the journal. */
  async close() {
    clearTimeout(this.#sendTimer)
    await this.keep()
    this.#closing.abort(new Error('The page was closed.'))
    await this.#work
    // Others' words may have been shown meanwhile.
    clearTimeout(this.#sendTimer)
    await this.keep()
  }

  /** One thing after the other: a text is never sent while another one is merged. */
  #enqueue(work: () => Promise<void>) {
    this.#work = this.#work.then(work).catch((failure) => {
      if (!this.#closing.signal.aborted) this.#options.onState({ kind: 'refused', message: wordsOf(failure) })
    })
  }

  /** Puts what is on the screen into the journal, if it is not there yet. */
  async keep() {
    await this.#keep({ isForced: false }).catch(() => undefined)
  }

  /** One text after the other. Doesn't wait for what is sent: merging can take a person. */
  #keep(options: KeepOptions): Promise<Kept | undefined> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    return this.#inOrder(() => this.#keepNow(options))
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#keeping.then(work)
    this.#keeping = next.catch(() => undefined)
    return next
  }

  async #keepNow({ isForced }: KeepOptions): Promise<Kept | undefined> {
    const count = this.#typed
    if (count === this.#sent || (count === this.#kept && !isForced)) return undefined
    const kept = this.#inJournal
    if (kept?.count === count && this.#isCurrent(kept.entry)) return kept
    const entry = await this.#entryNow()
    try {
      await journal.put(entry, this.#left)
      this.#left = undefined
      this.#kept = count
      this.#inJournal = { entry, count }
      this.#refusal = undefined
    } catch (failure) {
      this.#refusal = wordsOf(failure)
      this.#options.onState({ kind: 'unkept', message: this.#refusal })
    }
    return { entry, count }
  }

  /** It is written where it says, and into the text that is there. */
  #isCurrent({ changeRequestId, basedOn, before }: Entry): boolean {
    const { version } = this.#page
    const isHere = changeRequestId === (version.kind === 'change' ? version.id : undefined)
    return isHere && basedOn === this.#base.revision && before === this.#before
  }

  /** A text counts as a change of what it was typed into: others' words can come while it is read. */
  async #entryNow(): Promise<Entry> {
    for (;;) {
      const { revision } = this.#base
      const markdown = this.#isTextChanged ? await this.#options.screen.read() : undefined
      if (revision === this.#base.revision) return this.#entryOf(markdown)
    }
  }

  #entryOf(markdown: string | undefined): Entry {
    const { about } = this.#options
    const { spaceId, version, pageId } = this.#page
    return {
      ...about,
      ...(this.#fields.title !== undefined && { title: this.#fields.title }),
      place: this.#place,
      key: crypto.randomUUID(),
      spaceId,
      ...(version.kind === 'change' && { changeRequestId: version.id }),
      pageId,
      basedOn: this.#base.revision,
      changes: { ...this.#fields, ...(markdown !== undefined && { markdown }) },
      ...(this.#before && { before: this.#before }),
      at: new Date().toISOString(),
    }
  }

  async #send() {
    while (this.isUnsent) {
      if (!(await this.#arrive())) continue
      if (this.#arrivedAt !== undefined) await this.#catchUp(this.#arrivedAt)
      const kept = await this.#keep({ isForced: true })
      if (kept === undefined) break
      if (this.#isNothing(kept.entry)) await this.#settle(kept)
      else await this.#write(kept)
    }
    if (!this.#closing.signal.aborted) this.#options.onState({ kind: 'saved', at: new Date() })
  }

  async #write(kept: Kept) {
    const { key, basedOn, changes } = kept.entry
    this.#before = { key, basedOn, changes }
    this.#inJournal = undefined
    if (await this.#arrive()) await this.#settle(kept)
    if (this.#arrivedAt !== undefined) await this.#catchUp(this.#arrivedAt)
  }

  /** Sends the write that comes first; false if others changed the same blocks, which are shown then. */
  async #arrive(): Promise<boolean> {
    const write = this.#before
    if (write === undefined || this.#arrivedAt !== undefined) return true
    try {
      this.#land(write, await this.#deliver(write))
    } catch (failure) {
      // Nobody knows whether a write has arrived that this window no longer waits for.
      this.#closing.signal.throwIfAborted()
      this.#before = undefined
      const failed = judge(failure)
      if (failed.kind !== 'behind') throw failure
      await this.#catchUp(failed.revision)
      return false
    }
    return true
  }

  /** If nobody else changed the text, the revision has what was sent, and there is nothing to show. */
  #land({ basedOn, changes }: Write, { revision, isMerged }: Delivered) {
    const { markdown = this.#base.markdown } = changes
    const isKnown = !isMerged && (changes.markdown !== undefined || basedOn === this.#base.revision)
    this.#base = { revision: isKnown ? revision : this.#base.revision, markdown }
    if (isKnown) this.#before = undefined
    else this.#arrivedAt = revision
  }

  #deliver(write: Write): Promise<Delivered> {
    const { userId } = this.#options.about
    return this.#patiently(() => this.send(write.key, (page) => deliver(page, write, userId)))
  }

  /** Sends something to where the page is written. A locked space gets one draft, whoever needs it first. */
  async send<T>(key: string, sendTo: (page: PageKey) => Promise<T>): Promise<T> {
    try {
      return await sendTo(await this.#toWritable(key, false))
    } catch (failure) {
      if (!isLocked(failure)) throw failure
      return sendTo(await this.#toWritable(key, true))
    }
  }

  #toWritable(key: string, isLocked: boolean): Promise<PageKey> {
    const { about, toWritable } = this.#options
    const open = async () => {
      const page = await toWritable(this.#page, { key: `${key}-draft`, userId: about.userId, isLocked })
      if (page !== this.#page) await this.#moveTo(page)
      return page
    }
    const opened = this.#opening.then(open)
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  /** The page is now written elsewhere: its draft was opened. */
  async #moveTo(page: PageKey) {
    this.#page = page
    await this.#keep({ isForced: true }).catch(() => undefined)
  }

  async #settle({ entry, count }: Kept) {
    this.#sent = count
    this.#fields = withoutEqual(this.#fields, entry.changes)
    if (!this.isUnsent) this.#isTextChanged = false
    const settle = async () => {
      await (this.isUnsent ? journal.settle(entry) : journal.remove(this.#place))
      if (this.#left !== undefined) await journal.settle(this.#left)
      this.#left = undefined
    }
    await this.#inOrder(settle).catch(() => undefined)
    await this.#options.onSaved(entry.changes)
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
      const typed = this.#typed
      const ours = await screen.read()
      const { markdown, conflicts } = await screen.merge({ base, ours, theirs }, choices)
      if (conflicts.length > 0) {
        choices = [...choices, ...(await this.#ask(conflicts))]
        continue
      }
      this.#closing.signal.throwIfAborted()
      // The merged text has nothing of what was typed since it was read: to show it would take that away.
      if (typed !== this.#typed || !(await screen.show(markdown))) continue
      if (markdown !== theirs) this.touch()
      break
    }
    this.#base = { revision, markdown: theirs }
    this.#before = undefined
    this.#arrivedAt = undefined
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
        const reason = kind === 'later' ? 'offline' : 'signed-out'
        const message = this.#refusal
        onState(message === undefined ? { kind: 'kept', reason } : { kind: 'unkept', message })
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

/** Forced although nothing more was typed: it is sent now, or to another page. */
type KeepOptions = { readonly isForced: boolean }

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
