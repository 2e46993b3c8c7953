import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'

/**
 * Passes bytes through, but holds back the last ones until the length and hash are verified. If they are
 * wrong, a receiver that was promised a length never gets all of it.
 */
export function verified(source: Readable, { length, hash }: Expected): Readable {
  const digest = createHash('sha256')
  let seen = 0
  let held: Buffer | undefined
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > length) return done(new Error(`A stored file is longer than its ${length} bytes.`))
      if (hash !== undefined) digest.update(chunk)
      const passed = held
      held = chunk
      done(null, passed)
    },
    flush(done: TransformCallback) {
      if (seen < length) return done(new Error(`A stored file ends after ${seen} of ${length} bytes.`))
      if (hash !== undefined && digest.digest('base64url') !== hash) {
        return done(new Error(`A stored file no longer matches its hash ${hash}.`))
      }
      done(null, held)
    },
  })
  return pipeline(source, check, () => {})
}

interface Expected {
  readonly length: number
  /** Absent for a part, which has no known hash. */
  readonly hash?: string | undefined
}
