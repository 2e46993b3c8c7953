import type { Client } from '@stemma/client'
import { withoutControls } from '@stemma/command-line'
import type { SemanticChange } from '@stemma/contract'
import type { Paint } from './command.ts'
import { diffText } from './diff-text.ts'
import { markdownIn } from './pages.ts'

/** Two revisions of a content, and how to read them. */
export interface Comparison {
  readonly client: Client
  readonly spaceId: string
  readonly before: string
  readonly after: string
  readonly paint: Paint
}

/** A heading for one difference, with the details below it. */
export async function shownChange(change: SemanticChange, comparison: Comparison): Promise<string> {
  const { paint } = comparison
  const head = `${paint('bold', `${change.type.replaceAll('_', ' ')}: ${withoutControls(nameOf(change))}`)}\n`
  return head + attributesOf(change, paint) + (await textOf(change, comparison))
}

function nameOf(change: SemanticChange): string {
  if ('page' in change)
    return change.page.path ? `${change.page.title} (${change.page.path})` : change.page.title
  if ('file' in change) return change.file.name
  if ('reusableContent' in change) return change.reusableContent.title
  return Object.keys(change.variables).join(', ')
}

function attributesOf(change: SemanticChange, paint: Paint): string {
  const sides: Record<string, Sides | undefined> =
    'attributes' in change ? change.attributes : 'variables' in change ? change.variables : {}
  const moved = 'parent' in change ? { parent: titles(change.parent) } : {}
  return Object.entries({ ...sides, ...moved })
    .filter(([name, value]) => name !== 'document' && value !== undefined)
    .map(([name, value]) => `${name}: ${side(value?.before, 'red')} → ${side(value?.after, 'green')}\n`)
    .join('')

  function side(value: unknown, style: 'red' | 'green') {
    if (value === undefined) return paint('dim', 'none')
    return paint(style, withoutControls(typeof value === 'string' ? value : JSON.stringify(value)))
  }
}

interface Sides {
  readonly before?: unknown
  readonly after?: unknown
}

const titles = ({ before, after }: { before?: { title: string }; after?: { title: string } }): Sides => ({
  before: before?.title ?? 'the top',
  after: after?.title ?? 'the top',
})

/** The text of a page before and after, if it changed. */
async function textOf(change: SemanticChange, { client, spaceId, before, after, paint }: Comparison) {
  if (!('page' in change) || change.page.type !== 'document') return ''
  if (change.type === 'page_moved' || (change.type === 'page_edited' && !change.attributes.document))
    return ''
  const [old, fresh] = await Promise.all([
    markdownIn(client, { spaceId, revisionId: before }, change.page.id),
    markdownIn(client, { spaceId, revisionId: after }, change.page.id),
  ])
  return diffText(old ?? '', fresh ?? '', paint)
}
