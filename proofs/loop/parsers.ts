import { onText } from '@stemma/content'
import { cookieIn } from '../../packages/server/src/auth/session-settings.ts'
import { parseExpression } from '../../packages/server/src/expressions/parse-expression.ts'
import { rangeOf } from '../../packages/server/src/files/byte-range.ts'
import { kindOf } from '../../packages/server/src/files/file-kind.ts'
import { parseJsonBody } from '../../packages/server/src/http/json-body.ts'
import { converterFor } from '../../packages/server/src/importing/converter.ts'
import { withReader } from '../../packages/server/src/resources/integrations/openapi-specs/reader.ts'
import { userAttributes } from '../../packages/server/src/resources/people/scim/attributes.ts'
import { parseFilter } from '../../packages/server/src/resources/people/scim/filter.ts'
import { parseXml } from '../../packages/server/src/saml/xml.ts'
import { excerptOf } from '../../packages/server/src/search/excerpt.ts'
import { readQuery } from '../../packages/server/src/search/query.ts'
import { sectionsOf } from '../../packages/server/src/search/sections.ts'
import { charactersMax, hostileTexts } from './texts.ts'

/** A parser of untrusted input, with the longest input it can get. */
export interface ParserInput {
  readonly name: string
  readonly run: () => Promise<unknown>
}

export function parserInputs(): readonly ParserInput[] {
  const all = [...shortInputs(), ...bodyInputs(), ...documentInputs(), ...markdownInputs()]
  return all.map(({ name, run }) => ({ name, run: () => quietly(run) }))
}

function markdownInputs(): readonly ParserInput[] {
  return hostileTexts.flatMap(([name, make]) => {
    const text = () => make(charactersMax)
    const changed = (markdown: string, word: string) => `${word}\n\n${markdown.slice(0, -20)}\n\n${word}\n`
    return [
      { name: `parse ${name}`, run: () => onText('parse', text(), { page: true }) },
      { name: `read ${name}`, run: () => onText('read', text()) },
      { name: `diff ${name}`, run: () => onText('diff', text(), changed(text(), 'New')) },
      {
        name: `merge ${name}`,
        run: () => {
          const base = text()
          const versions = { base, ours: changed(base, 'Ours'), theirs: changed(base, 'Theirs') }
          return onText('merge', versions, new Map())
        },
      },
      {
        name: `sections ${name}`,
        run: () => sectionsOf({ id: 'p', title: 'Title', description: '', markdown: text() }),
      },
      // The longest text that is parsed without a worker thread.
      { name: `parse ${name}, short`, run: () => onText('parse', make(32_000), { page: true }) },
    ]
  })
}

function bodyInputs(): readonly ParserInput[] {
  const bytes = 32 * 1024 * 1024
  const bodies: readonly (readonly [string, () => string])[] = [
    ['one string', () => `{"a":"${'x'.repeat(bytes - 10)}"}`],
    ['one string beyond ASCII', () => `{"a":"${'漢'.repeat(bytes / 3 - 10)}"}`],
    ['escapes', () => `{"a":"${'\\n'.repeat(bytes / 2 - 10)}"}`],
    ['keys', () => `{${Array.from({ length: 2_000_000 }, (_, at) => `"key${at}":1`).join(',')}}`],
    ['allowed values', () => `[${'{"a":1},'.repeat(95_000)}1]`],
    ['allowed keys', () => `[${`{${manyKeys(9_999)}},`.repeat(19)}1]`],
    ['spaces', () => `${' '.repeat(bytes - 2)}{}`],
    ['digits', () => '1'.repeat(bytes)],
    ['brackets', () => '['.repeat(bytes)],
  ]
  return bodies.map(([name, make]) => {
    const body = Buffer.from(make())
    return { name: `body of ${name}`, run: async () => quietly(() => parseJsonBody(body)) }
  })
}

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, at) => `"key${at}":1`).join(',')
}

function documentInputs(): readonly ParserInput[] {
  const html = `<main>${'<p>a <b>b</b> <a href="/c">c</a></p>'.repeat(100_000)}</main>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${' '.repeat(100_000)}1">${'<g>'.repeat(200_000)}`
  const spec = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`/a${at}`, { get: {} }])),
  })
  const xml = `<a>${'<b c="d">e</b>'.repeat(17_000)}</a>`
  return [
    { name: 'HTML', run: () => quietly(() => converterFor('org').html(html.slice(0, 4_000_000))) },
    { name: 'SVG', run: () => kindOf(Buffer.from(svg), { name: 'a.svg' }) },
    {
      name: 'OpenAPI',
      run: () => quietly(() => withReader((reader) => reader.add('https://a.example', spec))),
    },
    { name: 'SAML', run: async () => quietly(() => parseXml(xml)) },
    { name: 'SAML in each other', run: async () => quietly(() => parseXml('<a>'.repeat(80_000))) },
    { name: 'SAML attributes', run: async () => quietly(() => parseXml(`<a ${'b="c" '.repeat(40_000)}/>`)) },
  ]
}

function shortInputs(): readonly ParserInput[] {
  const header = (text: string) => text.repeat(Math.floor(16_000 / text.length))
  const names = { visitor: { kind: 'unknown' } } as never
  const conditions = ['!', '(', 'a.', 'a && ', '[', '"a" + ', 'a ? b : ', '-'].map((part) =>
    part.repeat(1024 / part.length),
  )
  const filters = ['(', 'not (', 'id pr or ', 'emails[', '"', '\\', 'id eq "x" and ', ' '].map((part) =>
    header(part),
  )
  return [
    ...filters.map((filter) => ({
      name: `filter ${filter.slice(0, 4)}`,
      run: async () => quietly(() => parseFilter(filter.slice(0, 2000), userAttributes)),
    })),
    ...conditions.map((condition) => ({
      name: `condition ${condition.slice(0, 4)}`,
      run: async () => quietly(() => parseExpression(condition, names)),
    })),
    { name: 'byte ranges', run: async () => rangeOf(`bytes=${header('0-1,')}`, 1_000_000) },
    { name: 'byte range of digits', run: async () => rangeOf(`bytes=${header('9')}-`, 1_000_000) },
    { name: 'cookies', run: async () => cookieIn(header('a=b; '), 'c') },
    { name: 'cookies of spaces', run: async () => cookieIn(header(' '), 'c') },
    {
      name: 'query',
      run: async () => readQuery('word "phrase of words" 漢字 -x '.repeat(40), new Map() as never),
    },
    { name: 'excerpt', run: async () => excerptOf('word 漢字 '.repeat(4_000), []) },
  ]
}

/** Ignores rejections: the input was parsed up to that point. */
async function quietly(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch {}
}
