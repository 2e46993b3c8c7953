import { type Static, type TSchema, Type } from 'typebox'
import { MergedFrom } from './change-requests.ts'
import { PageCover, PageLayout, PageType, Variables } from './content.ts'
import { limitMax } from './operation.ts'
import { ContentReference } from './references.ts'
import { Address, Id, Values } from './scalars.ts'

/** An attribute before and after the change; absent on the side without a value. */
const Changed = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Object({ before: Type.Optional(schema), after: Type.Optional(schema) }))
const Text = Type.String()

const page = Type.Object({ id: Id, type: PageType, title: Text, path: Type.Optional(Text) })
const file = Type.Object({ id: Id, name: Text, contentType: Text, downloadURL: Address })
const reusableContent = Type.Object({ id: Id, title: Text, document: Type.Optional(Id) })

const BlockChange = Type.Object({
  change: Values(['created', 'deleted', 'edited', 'moved']),
  type: Text,
  before: Type.Optional(Text),
  after: Type.Optional(Text),
})

const PageAttributes = Type.Object({
  title: Changed(Text),
  description: Changed(Text),
  slug: Changed(Text),
  /** The ID of the text, and the keys of the blocks that differ. */
  document: Type.Optional(
    Type.Object({
      before: Type.Optional(Text),
      after: Type.Optional(Text),
      blocks: Type.Optional(Type.Array(BlockChange)),
    }),
  ),
  emoji: Changed(Text),
  icon: Changed(Text),
  hidden: Changed(Type.Boolean()),
  noIndex: Changed(Type.Boolean()),
  noRobotsIndex: Changed(Type.Boolean()),
  condition: Changed(Text),
  cover: Changed(PageCover),
  layout: Changed(PageLayout),
  variables: Changed(Variables),
  /** The target of a link in the navigation. */
  target: Changed(ContentReference),
})

const FileAttributes = Type.Object({
  name: Changed(Text),
  downloadURL: Changed(Text),
  size: Changed(Type.Number()),
  contentType: Changed(Text),
  dimensions: Changed(Type.Object({ width: Type.Number(), height: Type.Number() })),
})

/** One difference between two revisions, in terms that people use. */
export const SemanticChange = Type.Union(
  [
    Type.Object({ type: Values(['page_created', 'page_deleted']), page }),
    Type.Object({ type: Values(['page_edited']), page, attributes: PageAttributes }),
    Type.Object({
      type: Values(['page_moved']),
      page,
      parent: Type.Object({ before: Type.Optional(page), after: Type.Optional(page) }),
    }),
    Type.Object({ type: Values(['file_created', 'file_deleted']), file }),
    Type.Object({ type: Values(['file_edited']), file, attributes: FileAttributes }),
    Type.Object({
      type: Values(['variables_edited']),
      variables: Type.Record(
        Type.String(),
        Type.Object({ before: Type.Optional(Text), after: Type.Optional(Text) }),
      ),
    }),
    Type.Object({
      type: Values(['reusable_content_created', 'reusable_content_deleted']),
      reusableContent,
    }),
    Type.Object({
      type: Values(['reusable_content_edited']),
      reusableContent,
      attributes: Type.Object({ title: Changed(Text), document: Changed(Text) }),
    }),
  ],
  { title: 'SemanticChange' },
)
export type SemanticChange = Static<typeof SemanticChange>

export const ChangesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: limitMax, default: 10 }),
})

export const SemanticChanges = Type.Object(
  {
    changes: Type.Array(SemanticChange),
    /** The number of changes that are not listed. */
    more: Type.Optional(Type.Integer({ minimum: 1 })),
    mergedFrom: Type.Optional(MergedFrom),
  },
  { title: 'SemanticChanges' },
)
export type SemanticChanges = Static<typeof SemanticChanges>
