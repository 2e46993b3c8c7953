import type { Presence, StreamedChange } from '@stemma/contract'
import { api } from '../app/client.ts'
import type { Discussion } from '../comments/discussion.ts'
import { isSaidIn } from '../comments/live.ts'
import type { PageKey } from './saving/delivery.ts'

export interface LiveOptions {
  readonly page: PageKey
  readonly organizationId: string
  readonly signal: AbortSignal
  /** What happened between the reading of the page and now may be unknown. */
  readonly onBegin: () => void
  /** Somebody wrote a revision that changed the page. */
  readonly onRevision: (revision: string) => void
  /** Who has the change request open now. */
  readonly onPeople: (people: readonly Presence[]) => void
  /** Somebody said something where the page is written. */
  readonly onComment: (change: StreamedChange) => void
}

const heartbeatMs = 15_000

/** Tells what others do to a page while it is open, and tells others that it is. */
export function followPage(options: LiveOptions) {
  const { page, signal } = options
  const { spaceId, version } = page
  if (version.kind !== 'change') {
    void follow(options, api.streamOrganization({ params: options }, { signal }))
    return
  }
  const params = { spaceId, changeRequestId: version.id }
  void follow(options, api.streamChangeRequest({ params }, { signal }))
  const client = crypto.randomUUID()
  const say = (state: 'editing' | null) =>
    api
      .setChangeRequestPresence({ params, body: { client, page: page.pageId, state } })
      .catch(() => undefined)
  void say('editing')
  const timer = setInterval(() => say('editing'), heartbeatMs)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    void say(null)
  })
}

type Stream = AsyncIterable<
  | { readonly event: 'open' | 'reset' }
  | { readonly event: 'change'; readonly data: StreamedChange }
  | { readonly event: 'presence'; readonly data: { readonly people: readonly Presence[] } }
>

async function follow(options: LiveOptions, stream: Stream) {
  const { page, signal, onBegin, onRevision, onPeople, onComment } = options
  try {
    for await (const happened of stream) {
      if (happened.event === 'presence') onPeople(happened.data.people)
      if (happened.event === 'open' || happened.event === 'reset') onBegin()
      if (happened.event !== 'change') continue
      if (isSaidIn(discussionOf(page), happened.data)) onComment(happened.data)
      const { revision } = happened.data
      if (revision !== undefined && isAbout(page, happened.data)) onRevision(revision)
    }
  } catch {
    // Without a stream, others' changes arrive with the next save.
    if (!signal.aborted) onPeople([])
  }
}

export function discussionOf({ spaceId, version }: PageKey): Discussion {
  return { spaceId, ...(version.kind === 'change' && { changeRequestId: version.id }) }
}

/** A merge of a change request also writes the space. */
function isAbout({ spaceId, version, pageId }: PageKey, { type, space, pages }: StreamedChange): boolean {
  const isContent =
    type === (version.kind === 'change' ? 'change_request.content_updated' : 'space.content_updated')
  return isContent && space === spaceId && (pages === undefined || pages.includes(pageId))
}
