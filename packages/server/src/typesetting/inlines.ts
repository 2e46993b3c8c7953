import { type DocumentNode, emojiNamed } from '@stemma/content'
import { formulaOf } from './formula.ts'
import type { Inline } from './parts.ts'
import { labelOf, noteLabel, type Scene } from './scene.ts'
import { breakable, narrowLetters, printable, wideLetters } from './words.ts'

type NodeData = Readonly<Record<string, unknown>>
interface Ref {
  readonly kind?: string
  readonly [field: string]: string | undefined
}

/** Converts the content of a paragraph, heading, cell or caption. */
export function setInlines(nodes: readonly DocumentNode[], scene: Scene): Inline[] {
  return nodes.flatMap((node) => setInline(node, scene))
}

function setInline(node: DocumentNode, scene: Scene): Inline[] {
  if (node.object === 'text') return node.leaves.flatMap((leaf) => setLeaf(leaf, scene))
  if (node.object !== 'inline') return setInlines(node.nodes ?? [], scene)
  const set = kinds[node.type]
  return set ? set(node.data ?? {}, scene, node.nodes ?? []) : setInlines(node.nodes ?? [], scene)
}

type SetInline = (data: NodeData, scene: Scene, nodes: readonly DocumentNode[]) => Inline[]

const kinds: Readonly<Record<string, SetInline>> = {
  link: (data, scene, nodes) => linkTo(data.ref as Ref, setInlines(nodes, scene), scene),
  emoji: ({ code }) => [emojiNamed(String(code)) ?? `:${printable(String(code))}:`],
  icon: () => [],
  mention: (data, scene) => [nameOf(data.ref as Ref, scene)],
  annotation: ({ label }, scene) => [noteMark(String(label), scene)],
  expression: ({ expression }, scene) => [{ ...words(String(expression), scene), code: true }],
  button: ({ label, ref }, scene) => {
    const button: Inline = { t: 'button', c: [printable(String(label ?? ''))] }
    return linkTo(ref as Ref, [button], scene)
  },
  'inline-math': ({ formula }, scene) => {
    const c = formulaOf(String(formula), { display: false })
    return [c ? { t: 'math', c } : { ...words(String(formula), scene), code: true }]
  },
  'inline-image': (data, scene) => inlineImage(data, scene),
  html: ({ markdown }, scene) => {
    const text = String(markdown).replaceAll(/<[^<>]*>/g, '')
    return text === '' ? [] : [{ ...words(text, scene) }]
  },
}

interface Leaf {
  readonly text: string
  readonly marks: readonly { readonly type: string; readonly data?: NodeData }[]
}

function setLeaf({ text, marks }: Leaf, scene: Scene): Inline[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at): Inline[] => {
    const ends: Inline[] = at < lines.length - 1 ? [{ t: 'br' }] : []
    if (line === '') return ends
    const set = words(line, scene)
    if (marks.length > 0) return [Object.assign(set, ...marks.map(markOf)) as Inline, ...ends]
    return [typeof set.s === 'string' ? set.s : { t: 'words', c: set.s }, ...ends]
  })
}

function words(text: string, { isNarrow }: Scene) {
  return { s: breakable(text, isNarrow ? narrowLetters : wideLetters) }
}

function markOf({ type, data }: Leaf['marks'][number]): object {
  if (type !== 'color') return { [markNames[type] ?? type]: true }
  const [colour, background] = [colours[String(data?.text)], backgrounds[String(data?.background)]]
  return { ...(colour && { colour }), ...(background && { background }) }
}

const markNames: Readonly<Record<string, string>> = {
  keyboard: 'key',
  strikethrough: 'strike',
  superscript: 'super',
  subscript: 'sub',
}
const colours: Readonly<Record<string, string>> = {
  red: '#c1272d',
  orange: '#b35900',
  yellow: '#8a6d00',
  green: '#1a7f4b',
  blue: '#1f5fbf',
  purple: '#7a3fb0',
  pink: '#b83280',
}
const backgrounds: Readonly<Record<string, string>> = {
  red: '#fbdcdc',
  orange: '#fde5cf',
  yellow: '#fdf3c2',
  green: '#d9f2e3',
  blue: '#dce9fb',
  purple: '#ebe0f7',
  pink: '#fadcec',
}

/**
 * Links to the page in the PDF if it is included, otherwise to its URL. Without either, returns only the
 * text.
 */
export function linkTo(ref: Ref | undefined, shown: readonly Inline[], scene: Scene): Inline[] {
  const c = shown.length > 0 ? shown : wordsOfRef(ref, scene)
  const to = insideLabel(ref, scene)
  if (to !== undefined) return [{ t: 'to', to, c }]
  const url = ref?.kind === 'url' ? addressOf(ref.url ?? '') : undefined
  return url === undefined ? [...c] : [{ t: 'url', url, c }]
}

function wordsOfRef(ref: Ref | undefined, scene: Scene): Inline[] {
  const { pages, files } = scene.manuscript
  const page = pages.find(({ id }) => id === ref?.page)
  const file = Object.hasOwn(files, ref?.file ?? '') ? files[ref?.file ?? '']?.name : undefined
  const text = page?.title ?? file ?? ref?.url ?? ref?.anchor ?? ref?.file ?? ref?.page ?? ''
  return text === '' ? [] : [{ ...words(text, scene) }]
}

function insideLabel(ref: Ref | undefined, scene: Scene): string | undefined {
  if (ref === undefined || ref.space !== undefined) return undefined
  const { page = scene.page, anchor } = ref
  if (ref.kind === 'page') return labelOf(scene, { page })
  if (ref.kind === 'anchor') return labelOf(scene, { page, ...(anchor !== undefined && { anchor }) })
  const target = ref.kind === 'url' && Object.hasOwn(scene.targets, ref.url ?? '')
  return target ? labelOf(scene, scene.targets[ref.url ?? ''] ?? { page: '' }) : undefined
}

/** Allows only URLs that are safe to open; scripts and local files are not. */
export function addressOf(url: string): string | undefined {
  const isOpen = /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i.test(url) && url.length <= addressMax
  return isOpen ? printable(url) : undefined
}

const addressMax = 2_000

function nameOf(ref: Ref | undefined, { manuscript }: Scene): Inline {
  const id = ref?.user ?? ''
  const name = Object.hasOwn(manuscript.people, id) ? manuscript.people[id] : undefined
  return { s: `@${printable(name ?? id)}`, bold: true }
}

function noteMark(label: string, scene: Scene): Inline {
  const number = scene.notes.get(label) ?? scene.notes.size + 1
  scene.notes.set(label, number)
  const to = scene.standingNotes.has(label) && scene.isLabelled ? { to: noteLabel(scene, number) } : {}
  return { t: 'note', n: String(number), ...to }
}

function inlineImage({ ref, alt }: NodeData, scene: Scene): Inline[] {
  const { file = '' } = ref as Ref
  const src = scene.images.get(file)
  const words = printable(String(alt ?? ''))
  return src ? [{ t: 'image', src, alt: words }] : missingImage(ref as Ref, words, scene)
}

/** Shows the name of an image that can't be shown, linked to its URL if it has one. */
export function missingImage(ref: Ref, alt: string, scene: Scene): Inline[] {
  const { files } = scene.manuscript
  const name = Object.hasOwn(files, ref.file ?? '') ? files[ref.file ?? '']?.name : undefined
  const shown = [alt || (name ?? ref.url ?? ref.file ?? ''), alt && name ? ` (${name})` : '']
  return linkTo(ref, [{ ...words(`🖼 ${shown.join('')}`, scene), italic: true }], scene)
}
