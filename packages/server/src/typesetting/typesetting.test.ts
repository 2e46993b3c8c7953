import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingFrom, readPDF } from '../test/pdf-reading.ts'
import type { Manuscript } from './manuscript.ts'
import { typeset, Untypesettable } from './typeset.ts'

const options = { fontsFolder: '' }

test('text that is Typst stays text, in every place that text can be', async () => {
  const code = '#read("/etc/passwd") #panic("no") $x$ <label> @reference = Heading \\u{41} //comment /*more*/'
  const escaped = code.replaceAll(/[\\<@$=*]/g, '\\$&')
  const markdown = [
    `# ${escaped}`,
    escaped,
    `- ${escaped}`,
    `| ${escaped} | b |\n|---|---|\n| ${escaped} | c |`,
    `\`\`\`typ\n${code}\n\`\`\``,
    `{% code title="${code.replaceAll('"', "'")}" %}\n\`\`\`\nx\n\`\`\`\n{% endcode %}`,
    `{% tabs %}\n{% tab title="${code.replaceAll('"', "'")}" %}\n${escaped}\n{% endtab %}\n{% endtabs %}`,
    `$$\\text{\\#read("/etc/passwd")}$$`,
    `[${escaped}](https://example.com/#read("/etc/passwd"))`,
    `![${escaped}](/files/none)`,
  ].join('\n\n')
  const { pdf } = await typeset(
    book([{ ...page(code, markdown), description: code }], { title: code }),
    options,
  )
  const { text } = await readPDF(pdf)
  assert.deepEqual(missingFrom(text, [code, code, code, code, code]), [])
  assert.doesNotMatch(text, /root:/)
})

test('however deep and wide a text is, it is set, or refused in time', async () => {
  const nested = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
  const hostile = [
    page('lists', nested),
    page('items', `${'- '.repeat(10_000)}deep`),
    page('quotes', `${'> '.repeat(10_000)}deep`),
    page('hints', `${'{% hint style="info" %}\n'.repeat(200)}deep`),
    page('wide', `|${' a |'.repeat(300)}\n|${'-|'.repeat(300)}\n|${' b |'.repeat(300)}\n`),
    page('word', 'x'.repeat(20_000)),
    page('formula', `$$${'\\frac{a}{'.repeat(300)}b${'}'.repeat(300)}$$`),
    page('growing', '$$\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b\\b\\b}\\c\\c\\c\\c$$'),
    page('notes', '[^a] and [^a]\n\n[^a]: one [^b]\n\n[^b]: two [^a]\n\n[^a]: again\n'),
    page('ever', '{% include "/reusable-contents/r" %}'),
  ]
  const reusableContents = { r: 'again\n\n{% include "/reusable-contents/r" %}\n' }
  const { pdf } = await typeset(book(hostile, { reusableContents }), options)
  const { text } = await readPDF(pdf)
  assert.deepEqual(
    missingFrom(text, ['lists', 'level 0', 'level 90', 'items', 'quotes', 'word', 'notes']),
    [],
  )
})

test('a large table, list and code are set in time and memory', async () => {
  const many = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n))
  const pages = [
    page('Table', `| a | b |\n|---|---|\n${many(3_000, (n) => `| row ${n} | value ${n} |`).join('\n')}\n`),
    page('Code', `\`\`\`\n${many(3_000, (n) => `line ${n}`).join('\n')}\n\`\`\`\n`),
    page('List', many(3_000, (n) => `- item ${n}`).join('\n')),
  ]
  const { pdf, residentBytes } = await typeset(book(pages), options)
  const { text } = await readPDF(pdf)
  assert.deepEqual(missingFrom(text, ['row 0', 'row 2999', 'line 0', 'line 2999', 'item 0', 'item 2999']), [])
  assert.ok(residentBytes < 1_000_000_000, `${residentBytes}`)
})

test('no image stops a book: what cannot be read, or takes too much, is named', async () => {
  const bomb = Array.from({ length: 30 }, (_, n) => {
    const uses = `<use href="#g${n}"/>`.repeat(10)
    return `<g id="g${n + 1}">${uses}</g>`
  }).join('')
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
  const images = {
    broken: file('broken.png', 'image/png', 'no image'),
    reaching: file('reaching.svg', 'image/svg+xml', svg('<image href="/etc/passwd" width="9" height="9"/>')),
    calling: file(
      'calling.svg',
      'image/svg+xml',
      svg('<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>'),
    ),
    entity: file(
      'entity.svg',
      'image/svg+xml',
      `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg('<text>&e;</text>')}`,
    ),
    bomb: file(
      'bomb.svg',
      'image/svg+xml',
      svg(`<defs><g id="g0"><rect width="9" height="9"/></g>${bomb}</defs><use href="#g30"/>`),
    ),
  }
  const markdown = Object.keys(images)
    .map((id) => `![](/files/${id})`)
    .join('\n\n')
  const { pdf } = await typeset(book([page('Images', `${markdown}\n\nThe end.`)], { files: images }), {
    ...options,
    timeoutMs: 30_000,
  })
  const { text } = await readPDF(pdf)
  assert.deepEqual(missingFrom(text, ['Images', 'broken.png', 'The end.']), [])
  assert.doesNotMatch(text, /root:/)
})

test('what takes too long, or too much memory, is refused with a sentence', async () => {
  const pages = Array.from({ length: 200 }, (_, n) => page(`Page ${n}`, 'Some words. '.repeat(500)))
  await assert.rejects(typeset(book(pages), { ...options, timeoutMs: 100 }), Untypesettable)
  await assert.rejects(typeset(book(pages), { ...options, memoryBytesMax: 50_000_000 }), /takes too long/)
})

test('links lead to pages in the book, to public addresses, and to nothing else', async () => {
  const markdown = [
    '[inside](./other.md#part)',
    '[by id](/pages/other)',
    '[outside](https://example.com/a?b=c#d)',
    '[script](javascript:alert(1))',
    '[local](file:///etc/passwd)',
    '[gone](/pages/gone)',
  ].join('\n\n')
  const targets = { './other.md#part': { page: 'other', anchor: 'part' } }
  const pages = [{ ...page('first', markdown), targets }, page('other', '## Part\n\nText')]
  const { pdf } = await typeset(book(pages), options)
  const raw = Buffer.from(pdf).toString('latin1')
  assert.match(raw, /https:\/\/example\.com\/a\?b=c#d/)
  assert.doesNotMatch(raw, /javascript:|file:\/\//)
})

function page(title: string, markdown: string) {
  return { id: title.replaceAll(/\W/g, '') || 'page', title, depth: 0, targets: {}, markdown }
}

function file(name: string, contentType: string, text: string) {
  return { name, contentType, bytes: Buffer.from(text) }
}

function book(pages: Manuscript['pages'], more: Partial<Manuscript> = {}): Manuscript {
  const rest = {
    subtitle: '',
    date: '2026-11-15T00:00:00Z',
    language: null,
    reusableContents: {},
    files: {},
    people: {},
  }
  return { title: 'Book', ...rest, pages, ...more }
}
