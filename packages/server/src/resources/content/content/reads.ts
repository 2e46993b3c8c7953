import { hashOf } from '@stemma/content'
import type { ContentQuery, FilesQuery, PageContentQuery } from '@stemma/contract'
import type { Static } from 'typebox'
import type { Context } from '../../../common/context.ts'
import { windowOf } from '../../../files/download-addresses.ts'
import { type Version, versioned } from '../../../http/versioned.ts'
import {
  listFiles,
  showFile,
  showPageById,
  showPageByPath,
  showPages,
  showReusableContent,
  showRevision,
} from './reading.ts'
import { type View, withPublication } from './view.ts'

/** The ETag covers the change request and the publication of a revision, which can both still change. */
function alsoOfRevision({ revision, publication }: View, { now }: Context): string {
  const window = String(windowOf(now))
  const state = [revision.mergedState, publication?.urls.published, publication?.urls.public]
  const isPlain = revision.mergedState === null && publication === undefined
  return isPlain ? window : `${window}-${hashOf(JSON.stringify(state)).slice(0, 12)}`
}

/** The reads that spaces, change requests and past revisions have in common. */
export function readsOf<Params>(open: (context: Context, params: Params) => Promise<View>) {
  type With<Query, Names extends string = never> = {
    readonly params: Params & Readonly<Record<Names, string>>
    readonly query: Query
  }
  type Parts = Static<typeof ContentQuery>
  type PageQuery = Static<typeof PageContentQuery>
  const version = <Input extends { readonly params: Params }>(): Version<Input, View> => ({
    find: ({ params }, context) => open(context, params),
    stateOf: ({ revision }) => revision.id,
  })
  /** A response with signed file URLs is valid only as long as they are. */
  const withFiles = <Input extends { readonly params: Params }>(): Version<Input, View> => ({
    ...version<Input>(),
    alsoOf: (_view, { now }) => String(windowOf(now)),
  })
  return {
    revision: versioned(
      {
        ...withFiles<With<Parts>>(),
        find: async ({ params }: With<Parts>, context) =>
          withPublication(context, await open(context, params)),
        alsoOf: alsoOfRevision,
      },
      (view, { query }, context) => showRevision(view, query, context),
    ),
    pages: versioned(version<With<Parts>>(), (view, { query }, context) => showPages(view, query, context)),
    files: async ({ params, query }: With<Static<typeof FilesQuery>>, context: Context) =>
      listFiles(await open(context, params), query, context),
    file: versioned(withFiles<With<Parts, 'fileId'>>(), (view, { params, query }, context) =>
      showFile(view, params.fileId, query, context),
    ),
    page: versioned(version<With<PageQuery, 'pageId'>>(), (view, { params, query }, context) =>
      showPageById(view, params.pageId, query, context),
    ),
    path: versioned(version<With<PageQuery, 'pagePath'>>(), (view, { params, query }, context) =>
      showPageByPath(view, params.pagePath, query, context),
    ),
    reusableContent: versioned(
      version<With<Parts, 'reusableContentId'>>(),
      (view, { params, query }, context) =>
        showReusableContent(view, params.reusableContentId, query, context),
    ),
  }
}
