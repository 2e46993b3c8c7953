import type { Notification } from '@stemma/contract'
import { mailWordsFor, plain, type Written } from './letters.ts'
import type { LineName } from './words/words.ts'

interface Told {
  readonly notices: readonly Notification[]
  readonly isDigest: boolean
  readonly organization: string
  readonly language: string
  readonly inboxUrl: string
  readonly unsubscribeUrl: string
}

/** Notifications as one mail. A single one is its subject; several have what they share. */
export function writeNotices(told: Told): Written {
  const { notices, isDigest, organization, language } = told
  const words = mailWordsFor(language).notifications
  const items = notices.slice(0, itemsMax).map((notice) => ({
    text: plain(
      words.lines[lineOf(notice)]({ actor: notice.actor?.displayName ?? '', place: placeOf(notice) }),
    ),
    quote: notice.comment?.text,
    url: notice.urls.app,
  }))
  const count = notices.length
  const several = isDigest
    ? words.digest({ count, organization })
    : words.subject({ count, place: notices[0] ? placeOf(notices[0]) : organization })
  return {
    language,
    subject: plain(count === 1 && !isDigest ? (items[0]?.text ?? several) : several),
    paragraphs: [],
    items,
    ...(count > itemsMax && { paragraphs: [words.more({ count: count - itemsMax })] }),
    action: { label: words.action, url: told.inboxUrl },
    note: words.note({ organization }),
    unsubscribe: { label: words.unsubscribe, url: told.unsubscribeUrl },
  }
}

const itemsMax = 50

function lineOf({ kind, outcome }: Notification): LineName {
  if (kind === 'review_submitted') return outcome === 'approved' ? 'approved' : 'changes-requested'
  if (kind === 'import_finished') return outcome === 'failed' ? 'failed' : 'completed'
  return kind
}

function placeOf({ space, collection, changeRequest }: Notification): string {
  const place = space ?? collection
  if (changeRequest === undefined) return place?.title || (place?.id ?? '')
  return `${changeRequest.subject} #${changeRequest.number}`.trim()
}
