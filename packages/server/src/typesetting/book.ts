import { type DocumentNode, parseDocument } from '@stemma/content'
import { setBlocks } from './blocks.ts'
import { fontNames } from './fonts.ts'
import type { Manuscript, ManuscriptPage } from './manuscript.ts'
import type { Book, BookPage } from './parts.ts'
import type { Scene } from './scene.ts'
import { breakable, printable } from './words.ts'

/** Converts a manuscript to the template's input. `images` contains the paths of images that can be shown. */
export function setBook(manuscript: Manuscript, images: ReadonlyMap<string, string>): Book {
  const { title, subtitle, date, language } = manuscript
  const parsed = manuscript.pages.map((page) => ({ page, nodes: nodesOf(page) }))
  const labels = new Map(parsed.flatMap(({ page, nodes }) => labelsOf(page, nodes)))
  return {
    title: printable(title),
    cover: breakable(title, coverLetters),
    subtitle: breakable(subtitle),
    date: dateIn(date, language),
    language: (language ?? 'en').slice(0, 2),
    fonts: fontNames(language),
    contents: manuscript.pages.length > 1 ? (contentsTitles[language ?? 'en'] ?? 'Contents') : '',
    pages: parsed.map(({ page, nodes }) => setPage(page, nodes, { manuscript, labels, images })),
  }
}

/** How many characters of a title fit on a line of the cover. */
const coverLetters = 18
const levelMax = 4

const contentsTitles: Readonly<Record<string, string>> = {
  de: 'Inhalt',
  es: 'Contenido',
  fr: 'Sommaire',
  it: 'Indice',
  ja: '目次',
  ko: '목차',
  nl: 'Inhoud',
  pt: 'Conteúdo',
  'pt-br': 'Conteúdo',
  ru: 'Содержание',
  zh: '目录',
}

function nodesOf({ markdown, isTitled = true }: ManuscriptPage): readonly DocumentNode[] {
  return markdown === undefined ? [] : parseDocument(markdown, { page: isTitled }).tree.nodes
}

type Shared = Pick<Scene, 'manuscript' | 'labels' | 'images'>

function setPage(page: ManuscriptPage, nodes: readonly DocumentNode[], shared: Shared): BookPage {
  const level = Math.min(levelMax, page.depth + 1)
  const scene: Scene = {
    ...shared,
    page: page.id,
    targets: page.targets,
    level,
    notes: new Map(),
    standingNotes: new Set(notesIn(nodes)),
    labelledNotes: new Set(),
    isLabelled: true,
    isRightToLeft: isRightToLeft(page),
    depth: 0,
    reused: 0,
    isNarrow: false,
  }
  const { title, depth, description } = page
  return {
    label: shared.labels.get(page.id) ?? page.id,
    title: breakable(title),
    depth,
    level,
    rtl: scene.isRightToLeft,
    ...(description && { description: breakable(description) }),
    c: setBlocks(nodes, scene),
  }
}

/** Whether more than 40 % of the first letters belong to a right-to-left script. */
function isRightToLeft({ title, markdown = '' }: ManuscriptPage): boolean {
  const letters = `${title} ${markdown.slice(0, 2_000)}`.match(/\p{L}/gu) ?? []
  const rightToLeft = letters.filter((letter) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter))
  return rightToLeft.length > letters.length * 0.4
}

/** Unique labels for a page and its headings. */
function labelsOf(page: ManuscriptPage, nodes: readonly DocumentNode[]): [string, string][] {
  const headings = [...anchorsIn(nodes)].map((anchor, at): [string, string] => [
    `${page.id}#${anchor}`,
    `heading ${page.id} ${at}`,
  ])
  return [[page.id, `page ${page.id}`], ...headings]
}

function anchorsIn(nodes: readonly DocumentNode[], found = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.object === 'text') continue
    if (node.object === 'block' && node.type.startsWith('heading-')) found.add(String(node.data?.id))
    anchorsIn([...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])], found)
  }
  return found
}

function notesIn(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text' || node.object === 'inline') return []
    const own = node.object === 'block' && node.type === 'footnote' ? [String(node.data?.label)] : []
    return [
      ...own,
      ...notesIn([...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])]),
    ]
  })
}

function dateIn(date: string, language: string | null): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language ?? 'en', options).format(new Date(date))
}
