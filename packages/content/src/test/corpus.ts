import { readdirSync, readFileSync } from 'node:fs'
import { blocks, containers } from './corpus-blocks.ts'

export interface CorpusDocument {
  readonly name: string
  readonly markdown: string
}

/** Documents that must round-trip byte for byte: handwritten ones, then generated combinations of blocks. */
export function corpusDocuments(): readonly CorpusDocument[] {
  return [
    ...written(),
    ...neighbours(),
    ...nested(),
    ...spelled(),
    ...edges().map(([name, markdown]) => ({ name: `edge-${name}`, markdown })),
    ...large().map(([name, markdown]) => ({ name: `large-${name}`, markdown })),
  ]
}

const folder = new URL('corpus/', import.meta.url)

function written(): CorpusDocument[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, markdown: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Every kind of block before and after every other, with and without a blank line between them. */
function neighbours(): CorpusDocument[] {
  return Object.entries(blocks).flatMap(([name, block]) => {
    const pairs = Object.values(blocks).flatMap((other) => [block, other])
    return [
      { name: `neighbours-${name}`, markdown: `${pairs.join('\n\n')}\n` },
      { name: `touching-${name}`, markdown: `${pairs.join('\n')}\n` },
    ]
  })
}

/** Every kind of block in every container. */
function nested(): CorpusDocument[] {
  return Object.entries(containers).map(([name, wrap]) => ({
    name: `inside-${name}`,
    markdown: `${Object.values(blocks).map(wrap).join('\n\nBetween\n\n')}\n`,
  }))
}

/**
 * Each kind of block alone and before a paragraph, with the line endings of different editors and systems.
 */
function spelled(): CorpusDocument[] {
  return Object.entries(blocks).flatMap(([name, block], index) => {
    const text = `${block}\n\nAfter\n`
    return [
      { name: `crlf-${name}`, markdown: text.replaceAll('\n', '\r\n') },
      { name: `mixed-${name}`, markdown: alternating(text, ['\n', '\r\n'], index) },
      { name: `unended-${name}`, markdown: block },
      { name: `spaced-${name}`, markdown: `\uFEFF${alternating(text, ['  \n', '\n', '\t\n'], index)}` },
    ]
  })
}

function alternating(text: string, ends: readonly string[], first: number): string {
  let turn = first
  return text.replaceAll('\n', () => ends[turn++ % ends.length] ?? '')
}

function edges(): [string, string][] {
  return [
    ['empty', ''],
    ['newline', '\n'],
    ['newlines', '\n\r\n\n'],
    ['spaces', '   \n\t\n '],
    ['byte-order-mark', '\uFEFF'],
    ['marked-front-matter', '\uFEFF---\ntitle: x\n---\n# Title\n'],
    ['crlf-front-matter', '---\r\ntitle: x\r\n---\r\n\r\n# Title\r\n'],
    ['empty-front-matter', '---\n---\ntext\n'],
    ['open-front-matter', '---\ntitle: x\n\n# Title\n'],
    ['broken-front-matter', '---\na: [\n: :\n---\n\ntext\n'],
    ['late-front-matter', '\n---\ntitle: x\n---\n'],
    ['carriage-returns', '# one\r\rtwo\rthree\r'],
    ['controls', 'a\u0001b\u000Bc\u000Cd\u001Be\u007F\n'],
    ['separators', 'a\u2028b\u2029c\u0085d\n'],
    ['lone-backslash', '\\'],
    ['lone-backtick', '`\n\n``\n\n`` a ` b\n'],
    ['lone-tag', '{%\n\n%}\n\n{% %}\n\n{% hint\nstyle="info" %}\nx\n{% endhint %}\n'],
    ['lone-html', '<\n\n</\n\n<a\n\n<!--\n'],
    ['long-line', `${'word '.repeat(4_000)}\n`],
    ['long-word', `${'x'.repeat(20_000)}\n`],
    ['deep-quote', `${'> '.repeat(90)}deep\n`],
    ['deep-list', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n')],
    ['deep-hints', `${'{% hint style="info" %}\n'.repeat(60)}deep\n${'{% endhint %}\n'.repeat(60)}`],
    ['open-hints', '{% hint style="info" %}\n'.repeat(300)],
    ['stars', `${'*'.repeat(500)}a${'*'.repeat(500)}\n`],
    ['brackets', `${'['.repeat(500)}a${']'.repeat(500)}\n`],
    ['wide-table', `|${' a |'.repeat(200)}\n|${'-|'.repeat(200)}\n|${' b |'.repeat(200)}\n`],
    ['many-marks', `${'**a** *b* `c` ~~d~~ '.repeat(300)}\n`],
    ['many-notes', Array.from({ length: 200 }, (_, n) => `[^${n}]: note ${n} of[^${n + 1}]\n`).join('')],
    ['many-headings', '# Same\n\n'.repeat(200)],
    ['many-equal', 'Same text\n\n'.repeat(200)],
    ['blank-ends', '\n\n\ntext\n\n\n\n'],
    ['setext-like', 'a\n=\n\nb\n-\n\n-\n\n=\n\nc\n --\n\nd\n- -\n'],
    ['list-ends', '- a\n-\n\n-\n\n1.\n2. b\n\n*\n'],
    [
      'tag-in-lists',
      '- a\n  {% hint style="info" %}\n  b\n  {% endhint %}\n  c\n- {% embed url="https://a.b" %}\n',
    ],
    ['tag-by-tab', '-\t{% hint style="info" %}\n\tb\n\t{% endhint %}\n'],
    ['tag-out-of-item', '- {% hint style="info" %}\n  b\n\n{% endhint %}\n'],
    ['tag-across-quote', '> {% hint style="info" %}\n> b\n\n{% endhint %}\n'],
    ['tags-crossed', '{% hint style="info" %}\n{% tabs %}\n{% endhint %}\n{% endtabs %}\n'],
    [
      'html-crossed',
      '<details>\n<summary>a</summary>\n\n{% hint style="info" %}\n\n</details>\n\n{% endhint %}\n',
    ],
  ]
}

/** About a million characters each, like a log, a dump or a generated page. */
function large(): [string, string][] {
  const many = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('')
  return [
    [
      'paragraphs',
      many(
        9_000,
        (n) => `Paragraph ${n} with **bold** text, a [link](/pages/p${n}) and more words to read.\n\n`,
      ),
    ],
    ['list', many(40_000, (n) => `${n % 3 === 0 ? '' : '  '}- item number ${n}\n`)],
    ['table', `| a | b |\n|---|---|\n${many(40_000, (n) => `| row ${n} | \`value ${n}\` |\n`)}`],
    ['code', `\`\`\`\n${many(25_000, (n) => `2024-01-01T00:00:00Z line ${n} of a log\n`)}\`\`\`\n`],
    ['mixed', Object.values(blocks).join('\n\n').concat('\n\n').repeat(260)],
  ]
}
