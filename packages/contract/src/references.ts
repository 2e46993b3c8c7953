import { type Static, Type } from 'typebox'
import { Id, Values } from './scalars.ts'

export const FileReference = Type.Object({ kind: Values(['file']), file: Id })
export const UrlReference = Type.Object({ kind: Values(['url']), url: Type.String() })

export const TagReference = Type.Object({
  kind: Values(['tag']),
  tag: Type.String({ maxLength: 100 }),
  space: Type.Optional(Id),
})

/** The target of a link. */
export const ContentReference = Type.Union(
  [
    FileReference,
    UrlReference,
    Type.Object({ kind: Values(['page']), page: Id, space: Type.Optional(Id) }),
    Type.Object({
      kind: Values(['anchor']),
      anchor: Type.String(),
      page: Type.Optional(Id),
      space: Type.Optional(Id),
    }),
    Type.Object({ kind: Values(['user']), user: Id }),
    Type.Object({ kind: Values(['collection']), collection: Id }),
    Type.Object({ kind: Values(['space']), space: Id }),
    Type.Object({ kind: Values(['reusable-content']), reusableContent: Id, space: Type.Optional(Id) }),
    Type.Object({ kind: Values(['openapi']), spec: Type.String() }),
  ],
  { title: 'ContentReference' },
)
export type ContentReference = Static<typeof ContentReference>
