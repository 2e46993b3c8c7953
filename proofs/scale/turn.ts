import type { ScaleApi } from './api.ts'
import type { Engine } from './engine.ts'
import type { Repository } from './git.ts'
import type { ScaleServer } from './server.ts'
import type { PlacedPage, ScaleSpace } from './spaces.ts'

export interface Setting {
  readonly server: ScaleServer
  readonly api: ScaleApi
  readonly spaces: readonly ScaleSpace[]
  readonly repository: Repository
  /** The space with the same pages as the git repository. */
  readonly twin: ScaleSpace
  readonly rounds: number
}

/** One round of measurements, with everything that its operations need. */
export interface Turn extends Setting {
  readonly note: Note
  readonly pick: (space: ScaleSpace) => Picked
  /** By space, the last revision that the engine alone created. */
  readonly heads: Map<string, string>
  readonly isLong: boolean
  /** A text that the page never had. */
  readonly newText: (index: number) => string
}

export type Note = (what: string, figure: number, space?: ScaleSpace) => void

export interface Picked {
  readonly index: number
  readonly page: PlacedPage
}

export function engineOf({ server: { db, userId, objects } }: Turn, { id, contentId }: ScaleSpace): Engine {
  return { db, userId, objects, spaceId: id, contentId }
}

export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const begin = process.hrtime.bigint()
  const result = await work()
  return [Number(process.hrtime.bigint() - begin) / 1e6, result]
}

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const [ms] = await timed(work)
  return ms
}
