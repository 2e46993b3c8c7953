import { type Static, Type } from 'typebox'
import { MergedFrom } from './change-requests.ts'
import { Defined } from './defined.ts'
import { JSONDocument } from './documents.ts'
import { ContentReference, FileReference, TagReference, UrlReference } from './references.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'

const GitBlob = Type.Object({ oid: Type.String(), path: Type.String() })
export const Variables = Type.Record(Type.String(), Type.String())

/** The source of generated content, such as `builtin:openapi`. */
const ComputedSource = Type.Object({
  type: Type.String(),
  props: Type.Record(Type.String(), Type.Unknown()),
  dependencies: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const computed = {
  computed: Type.Optional(ComputedSource),
  computedSeed: Type.Optional(Type.String()),
}

export const PageLayout = Type.Object({
  width: Values(['default', 'wide']),
  cover: Type.Boolean(),
  coverSize: Values(['hero', 'full']),
  coverMask: Values(['none', 'radial']),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
  tags: Type.Boolean(),
  actions: Type.Boolean(),
  anchors: Type.Boolean(),
})

const CoverImage = Type.Union([FileReference, UrlReference])
export const PageCover = Type.Object({
  ref: Type.Optional(CoverImage),
  refDark: Type.Optional(CoverImage),
  yPos: Type.Number(),
})

const shared = {
  id: Id,
  title: Type.String({ minLength: 1 }),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
}
const inNavigation = {
  slug: Type.String(),
  path: Type.String(),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  /** An expression about the visitor. If it is false, the page is hidden from them. */
  condition: Type.Optional(Type.String()),
}

const documentFields = Type.Object({
  type: Values(['document']),
  /** The older name of `type`, which some clients still read. Also in the types below. */
  kind: Values(['sheet']),
  ...shared,
  ...inNavigation,
  urls: Type.Object({ app: Address }),
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Id),
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(JSONDocument),
  git: Type.Optional(GitBlob),
  layout: PageLayout,
  /** Always empty: there are no tags here. */
  tags: Type.Array(Type.Object({ tag: TagReference, primary: Type.Optional(Type.Boolean()) })),
  cover: Type.Optional(PageCover),
  variables: Type.Optional(Variables),
  ...computed,
})
const groupFields = Type.Object({
  type: Values(['group']),
  kind: Values(['group']),
  ...shared,
  ...inNavigation,
})
const linkFields = Type.Object({
  type: Values(['link']),
  kind: Values(['link']),
  ...shared,
  target: ContentReference,
  href: Type.Optional(Type.String()),
  hidden: Type.Optional(Type.Boolean()),
})
const computedFields = Type.Object({ type: Values(['computed']), ...shared, computed: ComputedSource })

export interface DocumentPage extends Static<typeof documentFields> {
  pages: Page[]
}
/** A heading in the navigation. Groups don't nest. */
export interface GroupPage extends Static<typeof groupFields> {
  pages: Page[]
}
export type LinkPage = Static<typeof linkFields>
export type ComputedPage = Static<typeof computedFields>
export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

export const PageType = Values(['document', 'group', 'link', 'computed'])

/** One object instead of a union: a serializer would try every variant at every level of the tree. */
export const Page = Type.Unsafe<Page>({
  type: 'object',
  title: 'Page',
  required: ['type', 'id', 'title'],
  properties: {
    ...computedFields.properties,
    ...linkFields.properties,
    ...groupFields.properties,
    ...documentFields.properties,
    type: PageType,
    kind: Values(['sheet', 'group', 'link']),
    pages: Type.Array(Defined<Page>('Page')),
  },
})

export const File = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Address,
    size: Type.Integer({ minimum: 0 }),
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
    git: Type.Optional(GitBlob),
  },
  { title: 'File' },
)
export type File = Static<typeof File>

/** Content that several pages can include. */
export const ReusableContent = Type.Object(
  {
    id: Id,
    title: Type.String(),
    document: Type.Optional(Id),
    git: Type.Optional(GitBlob),
    ...computed,
  },
  { title: 'ReusableContent' },
)
export type ReusableContent = Static<typeof ReusableContent>

/** A snapshot of the content of a space or a change request. Pages are returned without their text. */
export const Revision = Type.Object(
  {
    object: ObjectName('revision'),
    id: Id,
    type: Values(['edits', 'merge', 'rollback', 'update', 'computed']),
    /** Only if the type is `merge`. */
    mergedFrom: Type.Optional(MergedFrom),
    parents: Type.Array(Id),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    /** Always empty: there are no tags here. */
    tags: Type.Array(Type.Object({ slug: Type.String(), label: Type.String(), color: Type.String() })),
    variables: Type.Optional(Variables),
    createdAt: Timestamp,
    git: Type.Optional(
      Type.Object({
        oid: Type.String(),
        message: Type.String(),
        createdByGitBook: Type.Boolean(),
        url: Type.Optional(Type.String()),
        ref: Type.Optional(Type.String()),
      }),
    ),
    urls: Type.Object({
      app: Address,
      published: Type.Optional(Address),
      public: Type.Optional(Address),
    }),
  },
  { title: 'Revision' },
)
export type Revision = Static<typeof Revision>
