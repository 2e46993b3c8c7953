import {
  type Content,
  type Operation,
  operationAt,
  type Resolve,
  resolverOf,
  type Tree,
  textOf,
} from '../blocks/openapi-document.ts'
import { requestSamples, responseSamples } from '../blocks/openapi-samples.ts'
import { fieldsOf } from '../blocks/openapi-schema.ts'
import { typeOf, whole } from '../blocks/openapi-types.ts'
import { type Words, wordsFor } from '../words/index.ts'
import type { Reference, ReferenceEntry } from './reference.ts'
import { groupTitle, type ReferencePlaces } from './reference-index.ts'

/** The page of an operation for programs. */
export function referenceEntryMarkdown(
  { document }: Reference,
  entry: ReferenceEntry,
  language: string,
): string {
  const { openapi } = wordsFor(language)
  const operation = operationAt(document, entry)
  if (operation === undefined) return ''
  const resolve = resolverOf(document)
  const { method, server = '', path, description } = operation
  const samples = [...requestSamples(operation, resolve).slice(0, 1), ...responseSamples(operation, resolve)]
  const parts = [
    `# ${line(operation.title)}`,
    code(`${method.toUpperCase()} ${server}${path}`),
    ...(operation.isDeprecated ? [openapi.deprecated] : []),
    ...(description === undefined ? [] : [description.slice(0, textMax).trim()]),
    ...parametersIn(operation, openapi, resolve),
    ...(operation.body ? [`## ${openapi.body}`, ...contentIn(operation.body, resolve, openapi)] : []),
    ...operation.responses.flatMap(({ status, description: text, content }) => [
      `## ${openapi.response} ${line(status)}`,
      ...(text === undefined ? [] : [text.slice(0, textMax).trim()]),
      ...(content ? contentIn(content, resolve, openapi) : []),
    ]),
    ...samples.map(
      ({ title, code: sample, syntax }) =>
        `## ${openapi.example}: ${line(title)}\n\n${fenced(sample, syntax)}`,
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The operations of an API as a list of links. */
export function referenceIndexMarkdown(
  { groups, servers }: Reference,
  { hrefOf }: ReferencePlaces,
  language: string,
): string {
  const words = wordsFor(language)
  const base = servers.flatMap(({ url }) => (url === '' ? [] : [`${words.openapi.baseUrl}: ${code(url)}`]))
  const lists = groups.map((group) => {
    const rows = group.entries.map(({ slug, title, method, name }) => {
      const label = line(title).replaceAll(/[[\]\\]/g, '\\$&')
      return `- [${label}](${hrefOf(slug)}.md): ${code(`${method.toUpperCase()} ${name}`)}`
    })
    return `## ${line(groupTitle(group, words))}\n\n${rows.join('\n')}`
  })
  return `${[...base, ...lists].join('\n\n')}\n`
}

/** The operations of an API as a list without links, for paper. */
export function referenceListMarkdown({ groups, servers }: Reference, language: string): string {
  const words = wordsFor(language)
  const base = servers.flatMap(({ url }) => (url === '' ? [] : [`${words.openapi.baseUrl}: ${code(url)}`]))
  const lists = groups.map((group) => {
    const rows = group.entries.map(({ title, method, name }) => {
      const request = `${method.toUpperCase()} ${name}`
      return title === request ? `- ${code(request)}` : `- ${code(request)}: ${line(title)}`
    })
    return `## ${line(groupTitle(group, words))}\n\n${rows.join('\n')}`
  })
  return `${[...base, ...lists].join('\n\n')}\n`
}

const textMax = 20_000
const fieldsMax = 300
const depthMax = 4

type ApiWords = Words['openapi']

function parametersIn({ parameters }: Operation, words: ApiWords, resolve: Resolve): readonly string[] {
  const rows = parameters.slice(0, fieldsMax).map((one) => {
    const schema = whole(one.schema, resolve)
    const must = one.required === true ? `, ${words.required}` : ''
    const text = textOf(one.description) ?? textOf(schema.description)
    const facts = `${String(one.in)}, ${typeOf(one.schema, resolve)}${must}`
    return `- ${code(String(one.name))} (${facts})${text === undefined ? '' : `: ${line(text)}`}`
  })
  return rows.length === 0 ? [] : [`## ${words.parameters}\n\n${rows.join('\n')}`]
}

function contentIn({ type, schema }: Content, resolve: Resolve, words: ApiWords): readonly string[] {
  const limit = { left: fieldsMax }
  const rows = rowsOf(schema, { resolve, words, limit }, [])
  const name = `${code(type)}: ${typeOf(schema, resolve)}`
  return rows.length === 0 ? [name] : [name, rows.join('\n')]
}

interface Listing {
  readonly resolve: Resolve
  readonly words: ApiWords
  readonly limit: { left: number }
}

/** Properties as a nested list. A schema within itself is listed once. */
function rowsOf(part: unknown, listing: Listing, above: readonly Tree[]): readonly string[] {
  const { resolve, words, limit } = listing
  const schema = whole(part, resolve)
  if (above.length >= depthMax || above.includes(schema)) return []
  const inside = [...above, schema]
  const fields = fieldsOf(schema)
  if (fields.length === 0 && schema.items !== undefined) return rowsOf(schema.items, listing, inside)
  return fields.flatMap((field) => {
    if (limit.left-- <= 0) return []
    const { description } = whole(field.schema, resolve)
    const text = textOf(field.schema.description) ?? textOf(description)
    const must = field.isRequired ? `, ${words.required}` : ''
    const facts = `${typeOf(field.schema, resolve)}${must}`
    const row = `- ${code(field.name)} (${facts})${text === undefined ? '' : `: ${line(text)}`}`
    return [row, ...rowsOf(field.schema, listing, inside).map((one) => `  ${one}`)]
  })
}

function line(text: string): string {
  return text.slice(0, textMax).replaceAll(/\s+/g, ' ').trim()
}

function code(text: string): string {
  return `\`${line(text).replaceAll('`', "'")}\``
}

/** A fence that is longer than any in the text. */
function fenced(text: string, syntax: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${syntax}\n${text}\n${fence}`
}
