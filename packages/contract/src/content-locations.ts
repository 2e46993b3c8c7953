import { type Static, Type } from 'typebox'
import { ChangeRequest } from './change-requests.ts'
import { Collection } from './collections.ts'
import { File, type Page, ReusableContent, type Revision } from './content.ts'
import { Defined } from './defined.ts'
import { OpenAPISpec } from './openapi-specs.ts'
import type { Organization } from './organizations.ts'
import { Values } from './scalars.ts'
import type { Space } from './spaces.ts'
import { User } from './users.ts'

/** The version of the space: its head, a revision or a change request. */
const VersionContext = Type.Union([
  Type.Object({ type: Values(['revision']), revision: Defined<Revision>('Revision') }),
  Type.Object({ type: Values(['changeRequest']), changeRequest: ChangeRequest }),
])

const InPage = Type.Union([
  Type.Object({ type: Values(['anchor']), anchor: Type.String() }),
  Type.Object({ type: Values(['node']), node: Type.String() }),
])

const inSpace = {
  organization: Defined<Organization>('Organization'),
  space: Defined<Space>('Space'),
  versionContext: Type.Optional(VersionContext),
}

/** In the backlinks of a file: the file itself. */
const LinkedFile = File

/** A place in the content, or the target of a reference, with objects instead of IDs. */
export const ContentLocation = Type.Union(
  [
    Type.Object({
      kind: Values(['page']),
      ...inSpace,
      page: Defined<Page>('Page'),
      file: Type.Optional(LinkedFile),
      internalLocation: Type.Optional(InPage),
    }),
    Type.Object({ kind: Values(['url']), url: Type.String() }),
    Type.Object({ kind: Values(['file']), ...inSpace, file: File }),
    Type.Object({
      kind: Values(['reusable-content']),
      ...inSpace,
      reusableContent: ReusableContent,
      file: Type.Optional(LinkedFile),
    }),
    Type.Object({ kind: Values(['user']), user: User }),
    Type.Object({
      kind: Values(['collection']),
      organization: Defined<Organization>('Organization'),
      collection: Collection,
    }),
    Type.Object({
      kind: Values(['space']),
      organization: Defined<Organization>('Organization'),
      space: Defined<Space>('Space'),
    }),
    Type.Object({
      kind: Values(['openapi']),
      organization: Defined<Organization>('Organization'),
      openAPISpec: OpenAPISpec,
    }),
  ],
  { title: 'ContentLocation' },
)
export type ContentLocation = Static<typeof ContentLocation>
