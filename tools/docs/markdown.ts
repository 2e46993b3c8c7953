/** One fenced block of a Markdown file. */
export interface Block {
  readonly file: string
  /** The number of its first line of text. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** Why it is not run, from `<!-- not run: … -->` before it or `<!-- none run: … -->` in its file. */
  readonly notRun: string | undefined
}

export interface Link {
  readonly file: string
  readonly line: number
  readonly target: string
}

export function blocksIn(file: string, text: string): Block[] {
  const blocks: Block[] = []
  const ofFile = /^<!-- none run: (.+?) -->$/m.exec(text)?.[1]
  let open: { indent: string; language: string; line: number; lines: string[] } | undefined
  let before = ''
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', language = ''] = /^(\s*)```(.*)$/.exec(line) ?? []
    const isFence = line.trim().startsWith('```')
    if (open === undefined && isFence) open = { indent, language, line: index + 2, lines: [] }
    else if (open !== undefined && isFence) {
      blocks.push({
        file,
        line: open.line,
        language: open.language.trim(),
        text: open.lines.join('\n'),
        notRun: /<!-- not run: (.+?) -->/.exec(before)?.[1] ?? ofFile,
      })
      open = undefined
      before = ''
    } else if (open !== undefined) open.lines.push(line.slice(open.indent.length))
    else if (line.trim() !== '') before = line
  }
  if (open !== undefined) throw new Error(`${file}: the block before line ${open.line} does not end.`)
  return blocks
}

/** The links of a text, without links in code and external URLs. */
export function linksIn(file: string, text: string): Link[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)\s]+)[^)]*\)|\b(?:src|href)="([^"]+)"/g)].map(([, target, attribute]) => ({
        file,
        line: index + 1,
        target: target ?? attribute ?? '',
      })),
    )
    .filter(({ target }) => !/^[a-z][a-z+.-]*:/i.test(target))
}

/** The anchors of a file, by the rules of the sites that render Markdown. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  const times = new Map<string, number>()
  const headings = withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)
  for (const [, heading = ''] of headings) {
    const anchor = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const time = times.get(anchor) ?? 0
    times.set(anchor, time + 1)
    anchors.add(time === 0 ? anchor : `${anchor}-${time}`)
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id)
  return anchors
}

/** The part of a text below a heading, up to the next heading of its level. */
export function sectionOf(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`There is no section "${heading}".`)
  const lines = section.split('\n')
  let isCode = false
  const end = lines.findIndex((line) => {
    if (line.startsWith('```')) isCode = !isCode
    return !isCode && line.startsWith('## ')
  })
  return lines.slice(0, end === -1 ? undefined : end).join('\n')
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]+`/g, '')
}

/** Keeps line breaks, so that line numbers stay the same. */
function withoutFences(text: string): string {
  return text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, (block) => block.replace(/[^\n]/g, ''))
}
