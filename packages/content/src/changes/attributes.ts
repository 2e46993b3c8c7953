import type { PageLayout, PageAttributes as Written } from '../documents/front-matter.ts'
import { refOf } from '../documents/references.ts'
import { ContentError } from '../errors.ts'
import type { ComputedSource, Cover, DocumentRecord, Layout, PageRecord } from '../pages/page-record.ts'
import type { PageAttributes } from './change.ts'
import type { PageText } from './page-text.ts'

type Simple =
  | 'title'
  | 'emoji'
  | 'icon'
  | 'hidden'
  | 'description'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'

const everywhere: readonly Simple[] = ['title', 'emoji', 'icon', 'hidden']
const addressed: readonly Simple[] = [...everywhere, 'noIndex', 'noRobotsIndex', 'condition']
const fields: Readonly<Record<PageRecord['type'], readonly Simple[]>> = {
  document: [...addressed, 'description'],
  group: addressed,
  link: everywhere,
  computed: everywhere,
}

/**
 * Sets these attributes on the page. An empty string or false removes one; an unsupported one is rejected.
 */
export function withAttributes<P extends PageRecord>(page: P, attributes: PageAttributes): P {
  const changed: Record<string, unknown> = { ...page }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || name === 'slug') continue
    if (!fields[page.type].some((field) => field === name))
      throw new ContentError('invalid', `A page of the type ${page.type} has no ${name}. Leave it out.`)
    if (value === '' || value === false) delete changed[name]
    else changed[name] = value
  }
  return changed as unknown as P
}

/** Attributes set in the page's text override those passed with it. An empty title is ignored. */
export function attributesOf(given: PageAttributes, { attributes, title }: PageText): PageAttributes {
  const { cover: _1, coverY: _2, layout: _3, openapi: _4, ...said } = attributes
  return { ...onlyAttributes(given), ...said, title: title || given.title }
}

export function onlyAttributes(given: PageAttributes): PageAttributes {
  const { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = given
  return { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }
}

/** The cover, the layout and the API come from the text alone, so a text without them removes them. */
export function withLook(page: DocumentRecord, { cover, coverY, layout, openapi }: Written): DocumentRecord {
  const { cover: _cover, layout: _layout, computed, ...plain } = page
  const kept = computed?.type === apiPages ? undefined : computed
  const source = openapi === undefined ? kept : sourceOf(openapi)
  const image = cover === undefined ? undefined : coverImage(cover)
  return {
    ...plain,
    ...(image && { cover: { ref: image, yPos: coverY ?? 0 } }),
    ...(layout && { layout: flat(layout) }),
    ...(source && { computed: source }),
  }
}

const apiPages = 'builtin:openapi'

function sourceOf(spec: string): ComputedSource {
  return { type: apiPages, props: {}, dependencies: { spec: { ref: { kind: 'openapi', spec } } } }
}

/**
 * Front matter has a visibility object for each part of the layout; a page record has one boolean for each.
 */
function flat({ width, cover, ...parts }: PageLayout): Layout {
  const visible = Object.entries({ ...parts, cover }).flatMap(([name, part]) =>
    part?.visible === undefined ? [] : [[name, part.visible]],
  )
  return {
    ...(width && { width }),
    ...(cover?.size && { coverSize: cover.size }),
    ...(cover?.mask && { coverMask: cover.mask }),
    ...Object.fromEntries(visible),
  }
}

function coverImage(destination: string): Cover['ref'] {
  const reference = refOf(destination)
  return reference.kind === 'file' || reference.kind === 'url' ? reference : undefined
}
