import { table, WrongUsage } from '@stemma/command-line'
import type { RevisionSummary } from '@stemma/contract'
import { changeRequestIdIn } from '../change-request.ts'
import { collect, each, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { isId } from '../ids.ts'
import { placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'

/** The maximum number of revisions that the API returns at once. */
const revisionsMax = 100

export const history = defineCommand({
  options: {
    ...placeOptions,
    limit: { value: 'NUMBER', summary: 'The maximum number of revisions.', default: '20' },
  },
  examples: [
    ['List the latest revisions of a space', 'stemma history --space Handbook'],
    ['List the revisions of a change request', 'stemma history --cr 12'],
  ],

  async run({ space, cr, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted, revisionsMax)
    const client = await signedIn(call)
    const { id: spaceId } = await spaceOf(client, call, space)
    const query = { limit }
    const listed =
      cr === undefined
        ? each(client.listRevisions, { params: { spaceId }, query })
        : each(client.listRevisionsInChangeRequest, {
            params: { spaceId, changeRequestId: changeRequestIdIn(cr) },
            query,
          })
    const revisions = await collect(listed, most)
    return { data: revisions, text: table(columns, revisions) }
  },
})

export const restore = defineCommand({
  more: 'The restored content becomes a new revision, so the history stays complete and you can undo it.',
  takes: ['revision'],
  options: {
    revision: { value: 'REVISION', summary: 'The revision, by id.', required: true },
    space: spaceOption,
  },
  examples: [['Restore a revision', 'stemma restore 3dQvm2Yk --space Handbook']],

  async run({ revision: revisionId, space: named }, call) {
    if (!isId(revisionId)) throw new WrongUsage('A revision is named by its id. stemma history lists them.')
    const client = await signedIn(call)
    const { id: spaceId, revision: before } = await spaceOf(client, call, named)
    const restored = await client.restoreRevision({ params: { spaceId, revisionId } })
    const where = named === undefined ? '' : ` --space ${spaceId}`
    const text = `Restored revision ${revisionId} as revision ${restored.revision}.
Undo it: stemma restore ${before}${where}
`
    return { data: restored, text }
  },
})

const columns = {
  revision: ({ id }: RevisionSummary) => id,
  created: ({ createdAt }: RevisionSummary) => createdAt.slice(0, 16).replace('T', ' '),
  by: ({ createdBy }: RevisionSummary) => createdBy?.displayName,
  type: ({ type }: RevisionSummary) => type,
  changes: ({ changes: { pages, files, other } }: RevisionSummary) =>
    `${total(pages)} pages, ${total(files)} files, ${other} other`,
}

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
