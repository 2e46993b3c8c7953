import { table, WrongUsage } from '@stemma/command-line'
import type { Comment } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { discussionOf } from '../comments.ts'
import { isId } from '../ids.ts'
import { textFrom } from '../page-input.ts'
import { pageIn } from '../pages.ts'
import { placeFor, placeOptions } from '../place.ts'

export const commentsList = defineCommand({
  options: {
    ...placeOptions,
    status: {
      value: 'STATUS',
      summary: 'List only comments with this status.',
      choices: ['open', 'resolved', 'all'],
      default: 'open',
    },
    limit: limitOption,
  },
  examples: [
    ['List the open comments of a change request', 'stemma comments list --cr 12'],
    ['List all comments of a space', 'stemma comments list --space Handbook --status all'],
  ],

  async run({ status, limit: wanted, ...named }, call) {
    const { most, limit } = limitsIn(wanted)
    const { list } = await discussionOf(call, named)
    const listed = each(({ query }: { query: object }) => list(query), {
      query: { status, limit, format: 'markdown' as const },
    })
    const comments = await collect(listed, most)
    return { data: comments, text: table(columns, comments) }
  },
})

export const commentsAdd = defineCommand({
  takes: ['text'],
  options: {
    text: { value: 'TEXT', summary: 'The comment, in Markdown.' },
    file: { value: 'FILE', summary: 'Read the comment from a file instead; - is the standard input.' },
    page: { value: 'PAGE', summary: 'Comment on this page, by id or path.' },
    ...placeOptions,
  },
  examples: [
    ['Comment on a change request', "stemma comments add 'Please add an example.' --cr 12"],
    ['Comment on a page', "stemma comments add 'Is this still true?' --page guides/setup"],
  ],

  async run({ text, file, page: named, ...where }, call) {
    if ((text === undefined) === (file === undefined))
      throw new WrongUsage('Give the comment as TEXT or with --file FILE.')
    const markdown = file === undefined ? (text ?? '') : await textFrom(file, call)
    const { client, post } = await discussionOf(call, where)
    const page =
      named === undefined ? undefined : (await pageIn(client, await placeFor(client, call, where), named)).id
    const comment = await post({ body: { markdown }, ...(page !== undefined && { page }) })
    const cr = where.cr === undefined ? '' : ` --cr ${where.cr}`
    const next = `Resolve it: stemma comments resolve ${comment.id}${cr}\n`
    return { data: comment, text: `Added comment ${comment.id}.\n${next}` }
  },
})

export const commentsResolve = defineCommand({
  takes: ['comment'],
  options: {
    comment: { value: 'ID', summary: 'The comment, by id.', required: true },
    reopen: { summary: 'Open a resolved comment again.' },
    ...placeOptions,
  },
  examples: [['Resolve a comment of a change request', 'stemma comments resolve 3dQvm2Yk --cr 12']],

  async run({ comment: id, reopen = false, ...where }, call) {
    if (!isId(id)) throw new WrongUsage('A comment is named by its id. stemma comments list shows them.')
    const { update } = await discussionOf(call, where)
    const comment = await update(id, { resolved: !reopen })
    return { data: comment, text: `${reopen ? 'Reopened' : 'Resolved'} comment ${comment.id}.\n` }
  },
})

const textMax = 60

const columns = {
  id: ({ id }: Comment) => id,
  status: ({ status }: Comment) => status,
  by: ({ postedBy }: Comment) => postedBy.displayName,
  page: ({ target }: Comment) => target.page?.path,
  replies: ({ replies }: Comment) => replies,
  text: ({ body }: Comment) =>
    'markdown' in body ? body.markdown.replace(/\s+/g, ' ').slice(0, textMax) : '',
}
