import { type DocumentBlock, type DocumentNode, parseDocument, shownSource } from '@stemma/content'
import { formulaOf } from './formula.ts'
import { addressOf, linkTo, missingImage, setInlines } from './inlines.ts'
import type { Inline, Part } from './parts.ts'
import { noteLabel, type Scene } from './scene.ts'
import { parted, partMax, setTable } from './tables.ts'
import { breakable, printable } from './words.ts'

/** Converts blocks to parts of the template. */
export function setBlocks(nodes: readonly DocumentNode[], scene: Scene): Part[] {
  return nodes.flatMap((node) => (node.object === 'block' ? setBlock(node, scene) : []))
}

/** Typst limits the nesting of layouts. Deeper containers are flattened. */
const depthMax = 8

function setBlock(block: DocumentBlock, scene: Scene): Part[] {
  const set = kinds[block.type]
  if (set === undefined) return setBlocks(block.nodes ?? [], scene)
  const isDeep = scene.depth >= depthMax && containers.has(block.type)
  const parts = isDeep ? flattened(block, scene) : set(block, scene)
  return scene.isRightToLeft ? parts.map((part) => ({ ...part, rtl: true })) : parts
}

type SetBlock = (block: DocumentBlock, scene: Scene) => Part[]

/** Replaces a container that is nested too deep by its content. */
function flattened(block: DocumentBlock, scene: Scene): Part[] {
  const inside = [...(block.nodes ?? []), ...(block.fragments ?? [])]
  return inside.flatMap((node) => {
    if (node.object === 'block') return setBlock(node, scene)
    if (node.object === 'fragment' && node.nodes.some((one) => one.object !== 'block')) {
      return [{ t: 'p', c: setInlines(node.nodes, scene) }]
    }
    return node.object === 'fragment' ? setBlocks(node.nodes, scene) : []
  })
}

const containers = new Set([
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'blockquote',
  'hint',
  'tabs',
  'stepper',
  'expandable',
  'columns',
  'footnote',
])

const kinds: Readonly<Record<string, SetBlock>> = {
  paragraph: ({ nodes = [], data }, scene) => {
    const c = setInlines(nodes, scene)
    return c.length === 0 ? [] : [{ t: 'p', c, ...(data?.align !== undefined && { align: data.align }) }]
  },
  'heading-1': (block, scene) => heading(block, scene, 1),
  'heading-2': (block, scene) => heading(block, scene, 2),
  'heading-3': (block, scene) => heading(block, scene, Math.max(3, Number(block.data?.level ?? 3) || 3)),
  'list-unordered': (block, scene) =>
    listsOf(block, scene).map((list) => ({ t: 'ul', bullet: bullets[scene.depth % 3], ...list })),
  'list-ordered': (block, scene) =>
    listsOf(block, scene).map((list, at) => ({ t: 'ol', start: startOf(block) + at * partMax, ...list })),
  'list-tasks': ({ nodes = [] }, scene) => [
    {
      t: 'tasks',
      items: blocksIn(nodes).map(({ data, nodes: within = [] }) => ({
        done: data?.checked === true,
        c: setBlocks(within, inside(scene)),
      })),
    },
  ],
  blockquote: ({ nodes = [] }, scene) => [{ t: 'quote', c: setBlocks(nodes, inside(scene)) }],
  hint: ({ nodes = [], data }, scene) => {
    const style = hintStyles.find((one) => one === data?.style) ?? 'info'
    return [{ t: 'hint', style, c: setBlocks(nodes, inside(scene)) }]
  },
  tabs: ({ nodes = [] }, scene) => {
    const tabs = blocksIn(nodes).map(({ data, nodes: within = [] }) => ({
      title: breakable(String(data?.title ?? '')),
      c: setBlocks(within, inside(scene)),
    }))
    return tabs.length === 0 ? [] : [{ t: 'tabs', tabs }]
  },
  stepper: ({ nodes = [] }, scene) => {
    const [steps, others] = [blocksIn(nodes, 'stepper-step'), blocksIn(nodes).filter(isNoStep)]
    const set = steps.map(({ nodes: within = [] }) => setBlocks(within, inside(scene)))
    return [...setBlocks(others, scene), { t: 'steps', steps: set }]
  },
  expandable: ({ fragments = [] }, scene) => {
    const part = (name: string) => fragments.find(({ fragment }) => fragment === name)?.nodes ?? []
    const title = setInlines(part('expandable-title'), scene)
    return [{ t: 'expandable', title, c: setBlocks(part('expandable-body'), inside(scene)) }]
  },
  columns: ({ nodes = [] }, scene) => {
    const columns = blocksIn(nodes, 'column')
    const widths = columns.map(({ data }) =>
      Math.min(100, Math.max(5, parseFloat(String(data?.width)) || 50)),
    )
    const narrow = { ...inside(scene), isNarrow: true }
    return [
      { t: 'columns', widths, columns: columns.map(({ nodes: within = [] }) => setBlocks(within, narrow)) },
    ]
  },
  code: ({ nodes = [], data = {} }, scene) => {
    const text = nodes.map((line) => textOfLine(line)).join('\n')
    return codeOf(text, scene, { syntax: data.syntax, title: data.title, numbers: data.lineNumbers === true })
  },
  table: (block, scene) => setTable(block, { ...scene, isNarrow: true }),
  math: ({ data }, scene) => {
    const source = String(data?.formula ?? '')
    const c = formulaOf(source, { display: true })
    return c ? [{ t: 'math', c }] : codeOf(source, scene, { syntax: 'latex' })
  },
  images: ({ nodes = [] }, scene) => blocksIn(nodes).flatMap((image) => setImage(image, scene)),
  image: setImage,
  drawing: setImage,
  file: (block, scene) => [frame('File', linkTo(refOf(block), [], scene), block, scene)],
  embed: (block, scene) => {
    const url = String(block.data?.url ?? '')
    return url === '' ? [] : [frame('Embed', linkTo({ kind: 'url', url }, [], scene), block, scene)]
  },
  'content-ref': (block, scene) => [frame(undefined, linkTo(refOf(block), [], scene), block, scene)],
  'openapi-operation': ({ data }, scene) => [api(`${data?.method ?? ''}`.toUpperCase(), data?.path, scene)],
  'openapi-webhook': ({ data }, scene) => [api('Webhook', data?.name, scene)],
  'openapi-schemas': ({ data }, scene) => [api('Schemas', [data?.schemas].flat().join(', '), scene)],
  swagger: ({ data }, scene) => [api(`${data?.method ?? ''}`.toUpperCase(), data?.path, scene)],
  integration: ({ data }, scene) => {
    const url = (data?.props as { url?: unknown } | undefined)?.url
    const words = [String(data?.integration ?? ''), addressOf(String(url ?? ''))].filter(Boolean).join(' ')
    return [api('Block', words, scene)]
  },
  divider: () => [{ t: 'divider' }],
  'reusable-content': setReusable,
  footnote: setFootnote,
  raw: ({ data }, scene) => sourceOf(data?.markdown, scene),
  html: ({ data }, scene) => sourceOf(data?.markdown, scene),
}

const bullets = ['•', '◦', '▪']
const hintStyles = ['info', 'success', 'warning', 'danger'] as const

function isNoStep({ type }: DocumentBlock): boolean {
  return type !== 'stepper-step'
}

function blocksIn(nodes: readonly DocumentNode[], type?: string): DocumentBlock[] {
  return nodes.filter(
    (node): node is DocumentBlock => node.object === 'block' && (!type || node.type === type),
  )
}

function inside(scene: Scene): Scene {
  return { ...scene, depth: scene.depth + 1 }
}

function heading({ nodes = [], data }: DocumentBlock, scene: Scene, size: number): Part[] {
  const label = scene.isLabelled ? scene.labels.get(`${scene.page}#${String(data?.id)}`) : undefined
  const level = Math.min(9, scene.level + size - (size > 1 ? 1 : 0))
  return [{ t: 'h', size, level, c: setInlines(nodes, scene), ...(label !== undefined && { label }) }]
}

/** Typst gets slower with the length of a list, table or code block, so long ones are split. */
function listsOf({ nodes = [] }: DocumentBlock, scene: Scene) {
  const items = blocksIn(nodes).map(({ nodes: within = [] }) => setBlocks(within, inside(scene)))
  const tight = items.every((item) => item.length <= 2)
  return parted(items, partMax).map((part) => ({ tight, items: part }))
}

function startOf({ data }: DocumentBlock): number {
  const start = Number(data?.start ?? 1)
  return Number.isSafeInteger(start) && start >= 0 ? start : 1
}

function textOfLine(line: DocumentNode): string {
  const within = 'nodes' in line ? (line.nodes ?? []) : [line]
  return within
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('')
}

interface CodeLook {
  readonly syntax?: unknown
  readonly title?: unknown
  readonly numbers?: boolean
}

function codeOf(text: string, { isNarrow }: Scene, look: CodeLook): Part[] {
  const { syntax, title, numbers = false } = look
  const lines = text.split('\n').map((line) => printable(line))
  const long = new RegExp(`\\S{${isNarrow ? 20 : 60},}`)
  return parted(lines, partMax).map((part, at, { length }) => ({
    t: 'code',
    text: part.join('\n'),
    lang: typeof syntax === 'string' && /^[\w+#.-]{1,30}$/.test(syntax) ? syntax : 'txt',
    numbers,
    first: at * partMax,
    digits: String(lines.length).length,
    joins: at > 0,
    joined: at < length - 1,
    long: part.some((line) => long.test(line)),
    ...(at === 0 && typeof title === 'string' && title !== '' && { title: breakable(title) }),
  }))
}

/** Unknown markup is shown as source. */
function sourceOf(markdown: unknown, scene: Scene): Part[] {
  const text = shownSource(String(markdown ?? ''))
  return text === '' ? [] : codeOf(text, scene, { syntax: 'html' })
}

function setImage({ data = {}, fragments = [] }: DocumentBlock, scene: Scene): Part[] {
  const ref = (data.ref ?? {}) as { readonly kind?: string; readonly file?: string }
  const src = scene.images.get(ref.file ?? '')
  const alt = printable(String(data.alt ?? ''))
  const caption = setInlines(
    fragments.flatMap(({ nodes }) => nodes),
    scene,
  )
  const below = caption.length > 0 && { caption }
  const width = typeof data.width === 'number' && data.width > 0 ? { width: data.width } : {}
  if (src) return [{ t: 'images', images: [{ src, alt, ...width, ...below }] }]
  const shown = missingImage(ref, alt, scene)
  return [{ t: 'frame', c: caption.length > 0 ? [...shown, { t: 'br' }, ...caption] : shown }]
}

function refOf({ data }: DocumentBlock) {
  return data?.ref as { readonly kind?: string; readonly [field: string]: string | undefined } | undefined
}

function frame(
  kind: string | undefined,
  c: readonly Inline[],
  { fragments = [] }: DocumentBlock,
  scene: Scene,
): Part {
  const caption = setInlines(
    fragments.flatMap(({ nodes }) => nodes),
    scene,
  )
  const shown = caption.length > 0 ? [...c, { t: 'br' }, ...caption] : c
  return { t: 'frame', c: shown, ...(kind !== undefined && { kind }) }
}

function api(kind: string, words: unknown, { isNarrow }: Scene): Part {
  const s = breakable(String(words ?? ''), isNarrow ? 12 : 30)
  return { t: 'frame', kind: printable(kind), c: [{ s, code: true }] }
}

/** Inserts reusable content. It may contain reusable content, up to three levels. */
function setReusable(block: DocumentBlock, scene: Scene): Part[] {
  const { reusableContents } = scene.manuscript
  const ref = refOf(block)
  const id = ref?.space === undefined ? (ref?.reusableContent ?? '') : ''
  const markdown = Object.hasOwn(reusableContents, id) ? reusableContents[id] : undefined
  if (markdown === undefined || scene.reused >= reusedMax) return [frame('Content', [id], block, scene)]
  const { tree } = parseDocument(markdown)
  return setBlocks(tree.nodes, { ...scene, reused: scene.reused + 1, isLabelled: false })
}

const reusedMax = 3

function setFootnote({ nodes = [], data }: DocumentBlock, scene: Scene): Part[] {
  const name = String(data?.label)
  const number = scene.notes.get(name) ?? scene.notes.size + 1
  scene.notes.set(name, number)
  const isFirst = scene.isLabelled && !scene.labelledNotes.has(name)
  if (isFirst) scene.labelledNotes.add(name)
  const label = isFirst ? { label: noteLabel(scene, number) } : {}
  return [{ t: 'note', n: String(number), ...label, c: setBlocks(nodes, inside(scene)) }]
}
