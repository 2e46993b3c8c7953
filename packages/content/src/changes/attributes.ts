import type { PageLayout, PageAttributes as Written } from '../documents/front-matter.ts'
import { refOf } from '../documents/references.ts'
import { ContentError } from '../errors.ts'
import type { Cover, DocumentRecord, Layout, PageRecord } from '../pages/page-record.ts'
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
 * The page with these attributes; an empty text or false takes one away, and what it cannot have is refused.
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

/** What the text of a page says of it wins over what came beside the text; an empty title says nothing. */
export function attributesOf(given: PageAttributes, { attributes, title }: PageText): PageAttributes {
  const { cover: _cover, coverY: _coverY, layout: _layout, ...said } = attributes
  return { ...onlyAttributes(given), ...said, title: title || given.title }
}

export function onlyAttributes(given: PageAttributes): PageAttributes {
  const { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = given
  return { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }
}

/** The cover and the layout come from the text alone, so a text without them takes them away. */
export function withLook(page: DocumentRecord, { cover, coverY, layout }: Written): DocumentRecord {
  const { cover: _cover, layout: _layout, ...plain } = page
  const image = cover === undefined ? undefined : coverImage(cover)
  return {
    ...plain,
    ...(image && { cover: { ref: image, yPos: coverY ?? 0 } }),
    ...(layout && { layout: flat(layout) }),
  }
}

/** The front matter says of each part whether it is visible; a page says it with one word. */
function flat({ width, cover, ...parts }: PageLayout): Layout {
  const visible = Object.entries({ ...parts, cover }).flatMap(([name, part]) =>
    part?.visible === undefined ? [] : [[name, part.visible]],
  )
  return {
    ...(width && { width }),
    ...(cover?.size && { coverSize: cover.size }),
    ...Object.fromEntries(visible),
  }
}

function coverImage(destination: string): Cover['ref'] {
  const reference = refOf(destination)
  return reference.kind === 'file' || reference.kind === 'url' ? reference : undefined
}
