import { type Static, Type } from 'typebox'
import { Nullable, ObjectName } from './scalars.ts'

/** The storage that an organization uses, in bytes, and its quota. */
export const Storage = Type.Object(
  {
    object: ObjectName('storage'),
    bytes: Type.Integer({ minimum: 0 }),
    /** Null if there is no quota. */
    bytesMax: Nullable(Type.Integer({ minimum: 0 })),
  },
  { title: 'Storage' },
)
export type Storage = Static<typeof Storage>
