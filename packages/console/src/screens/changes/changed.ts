import type { SemanticChange } from '@stemma/contract'

/** What happened to a page, a file or anything else, in one word. */
export type Kind = 'new' | 'changed' | 'moved' | 'renamed' | 'deleted'

/** Everything that a change request does to one thing. */
export interface Changed {
  readonly id: string
  readonly type: 'page' | 'file' | 'other'
  readonly title: string
  readonly path: string
  readonly kind: Kind
  /** The text that it became, if the text itself differs. */
  readonly version?: string
  /** Whether the text itself differs. */
  readonly hasText: boolean
  /** Everything but the text, in words. */
  readonly notes: readonly Note[]
}

interface Note {
  readonly words: string
  readonly before?: string
  readonly after?: string
}

/** A page that was moved and edited is one item, in the order in which things are first named. */
export function changedIn(changes: readonly SemanticChange[]): readonly Changed[] {
  const found = new Map<string, Changed>()
  for (const one of changes.map(changedOf)) {
    const known = found.get(one.id)
    found.set(one.id, known === undefined ? one : joined(known, one))
  }
  return [...found.values()]
}

function joined(one: Changed, other: Changed): Changed {
  const kind = one.kind === 'changed' && !one.hasText ? other.kind : one.kind
  return { ...one, kind, hasText: one.hasText || other.hasText, notes: [...one.notes, ...other.notes] }
}

function changedOf(change: SemanticChange): Changed {
  if ('page' in change) return pageChanged(change)
  if ('file' in change) return fileChanged(change)
  if ('reusableContent' in change) {
    const { id, title } = change.reusableContent
    const notes = [{ words: 'Reusable content' }]
    return { id, type: 'other', title, path: '', kind: kindOf(change.type), hasText: false, notes }
  }
  const notes = Object.entries(change.variables).map(([words, sides]) => ({ words, ...sides }))
  return {
    id: 'variables',
    type: 'other',
    title: 'Variables',
    path: '',
    kind: 'changed',
    hasText: false,
    notes,
  }
}

type FileChange = Extract<SemanticChange, { file: unknown }>

/** Both sides are shown with their type and size: only another name is said in words. */
function fileChanged(change: FileChange): Changed {
  const { id, name, downloadURL } = change.file
  const file = { id, type: 'file' as const, title: name, path: '', kind: kindOf(change.type), hasText: false }
  if (!('attributes' in change)) return { ...file, notes: [] }
  const [version = ''] = downloadURL.split('?')
  return { ...file, version, notes: notesOf({ name: change.attributes.name }) }
}

type PageChange = Extract<SemanticChange, { page: unknown }>

function pageChanged(change: PageChange): Changed {
  const { id, title, path = '', type: pageType } = change.page
  const page = { id, type: 'page' as const, title, path }
  if ('parent' in change) return { ...page, kind: 'moved', hasText: false, notes: [moveOf(change.parent)] }
  if (!('attributes' in change))
    return { ...page, kind: kindOf(change.type), hasText: pageType === 'document', notes: [] }
  const { document, ...attributes } = change.attributes
  const kind = attributes.title !== undefined && document === undefined ? 'renamed' : 'changed'
  const version = document?.after
  return {
    ...page,
    kind,
    ...(version !== undefined && { version }),
    hasText: document !== undefined,
    notes: notesOf(attributes),
  }
}

type Parents = Extract<SemanticChange, { parent: unknown }>['parent']

function moveOf({ before, after }: Parents): Note {
  if (before?.id === after?.id) return { words: 'Moved among its neighbours' }
  return { words: 'Moved', before: before?.title ?? 'the top level', after: after?.title ?? 'the top level' }
}

function kindOf(type: string): Kind {
  if (type.endsWith('_created')) return 'new'
  return type.endsWith('_deleted') ? 'deleted' : 'changed'
}

export const attributeNames: Readonly<Record<string, string>> = {
  title: 'Title',
  name: 'Name',
  description: 'Description',
  slug: 'Address',
  emoji: 'Emoji',
  icon: 'Icon',
  hidden: 'Hidden in the navigation',
  noIndex: 'Left out of search',
  noRobotsIndex: 'Left out of search engines',
  condition: 'Condition',
  cover: 'Cover',
  layout: 'Layout',
  variables: 'Variables',
  target: 'Target',
  size: 'Size',
  contentType: 'Type',
  dimensions: 'Dimensions',
  downloadURL: 'Content',
}

function notesOf(attributes: Readonly<Record<string, unknown>>): readonly Note[] {
  return Object.entries(attributes).flatMap(([name, sides]) => {
    if (sides === undefined) return []
    const { before, after } = sides as { readonly before?: unknown; readonly after?: unknown }
    return [{ words: attributeNames[name] ?? name, before: inWords(before), after: inWords(after) }]
  })
}

/** A value of an attribute, for people. */
export function inWords(value: unknown): string {
  if (value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
