import { useState } from 'react'

/** A comment that was not sent. */
export interface Draft {
  readonly text: string
  /** Of the last attempt to send just this text. */
  readonly key?: string
  /** The people who were mentioned, by the name that stands in the text. */
  readonly people?: Readonly<Record<string, string>>
}

/** Where a comment is written: whose, in which discussion, and at what. */
export interface DraftPlace {
  readonly userId: string
  /** The ID of the change request or of the space. */
  readonly discussionId: string
  /** `new/{page}/{node}`, `reply/{comment}` or `edit/{comment or reply}`. */
  readonly at: string
}

const prefix = 'stemma.comment'
const none: Draft = { text: '' }

/**
 * The text of a box. Every letter is in the storage of this browser before it is drawn, under a key of its
 * own, so that two windows don't overwrite each other's.
 */
export function useDraft(place: DraftPlace, initial: Draft = none) {
  const [draft, setDraft] = useState(() => readDraft(place) ?? initial)
  const [isKept, setKept] = useState(true)
  return {
    draft,
    isKept,
    keep(next: Draft) {
      setDraft(next)
      setKept(writeDraft(place, next))
    },
    /** The server has it. What is on the screen stays for now. */
    release() {
      writeDraft(place, none)
    },
    /** It was sent, or is not wanted. */
    forget() {
      setDraft(none)
      writeDraft(place, none)
    },
  }
}

export function hasDraft(place: DraftPlace): boolean {
  return readDraft(place) !== undefined
}

/** Writes the first words of a comment, unless there are some. */
export function beginDraft(place: DraftPlace, text: string) {
  if (!hasDraft(place)) writeDraft(place, { text })
}

/** Where else something was begun in a discussion: `at` of every draft that begins so. */
export function draftsAt({ at, ...place }: DraftPlace): readonly string[] {
  const start = keyOf({ ...place, at: '' })
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(`${start}${at}`))
      .map((key) => key.slice(start.length))
      .sort()
  } catch {
    return []
  }
}

function keyOf({ userId, discussionId, at }: DraftPlace): string {
  return `${prefix}/${userId}/${discussionId}/${at}`
}

function readDraft(place: DraftPlace): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? '')
    return typeof draft === 'object' && draft !== null && 'text' in draft ? (draft as Draft) : undefined
  } catch {
    return undefined
  }
}

/** Whether the browser took it. */
function writeDraft(place: DraftPlace, draft: Draft): boolean {
  try {
    if (draft.text.trim() === '') localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
