import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { type SizedCache, sizedCache } from '../../../common/sized-cache.ts'
import { ThreadFailed, threadPool } from '../../../threads/pool.ts'
import { pictureThread } from '../../../typesetting/picture.ts'
import type { Picture } from '../../../typesetting/picture-thread.ts'
import { seenPageById } from '../../content/content/index.ts'
import type { Opened } from './opening.ts'
import { pictureOf, versionOf } from './picture-views.ts'
import { openShown } from './reading.ts'

/** Pictures of pages by what they show. Each is drawn in a thread, and waits there for its turn. */
export type Pictures = SizedCache<Promise<Uint8Array>>

export function openPictures(bytesMax: number): Pictures {
  return sizedCache(bytesMax)
}

const pool = threadPool<Picture, Uint8Array | undefined>(pictureThread, {
  sizeOf: () => 1,
  answerMs: 10_000,
  startMs: 20_000,
  waitingMax: 32,
  waitingPerOwnerMax: 8,
})

interface Asked {
  readonly core: { readonly pictures: Pictures }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly opened: Opened
}

/** Sends the picture of a page that this visitor sees; for others there is none. */
export async function sendPicture({ core, reply, opened }: Asked, context: Context, name: string) {
  const [, pageId = '', asked] = /^([\w-]{1,64}?)-([\w-]{12})\.png$/.exec(name) ?? []
  const page = await seenPageById(context, await openShown(context, opened), pageId)
  const picture = pictureOf(opened, page, context)
  const version = versionOf(picture)
  const bytes = await drawn(core.pictures, context.home, picture, version)
  const isKept = opened.isForAll && asked === version
  return reply
    .headers({
      'cache-control': isKept ? 'public, max-age=604800' : 'private, no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type('image/png')
    .send(Buffer.from(bytes))
}

/** Requests for the same picture wait for one drawing. */
async function drawn(pictures: Pictures, owner: string, picture: Picture, version: string) {
  const known = pictures.get(version)
  if (known !== undefined) return known
  const drawing = draw(owner, picture)
  pictures.set(version, drawing, pictureBytes)
  // What is too large is not kept: the next request tries again.
  drawing.catch(() => pictures.set(version, drawing, Number.POSITIVE_INFINITY))
  return drawing
}

const pictureBytes = 60_000

async function draw(owner: string, picture: Picture): Promise<Uint8Array> {
  try {
    const bytes = await pool.ask(owner, picture)
    if (bytes !== undefined) return bytes
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
  }
  throw new ApiError('unavailable', "The picture can't be drawn. Try again later.", {
    retryAfterSeconds: 600,
  })
}
