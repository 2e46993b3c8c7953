import { type Static, Type } from 'typebox'
import { Nullable, ObjectName } from './scalars.ts'

/** How many bytes of files an organization has stored, and its quota. */
export const Storage = Type.Object(
  {
    object: ObjectName('storage'),
    bytes: Type.Integer({ minimum: 0 }),
    /** Null: there is no quota. */
    bytesMax: Nullable(Type.Integer({ minimum: 0 })),
  },
  { title: 'Storage' },
)
export type Storage = Static<typeof Storage>
