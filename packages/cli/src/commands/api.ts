import { readFile } from 'node:fs/promises'
import { nearest, table, WrongUsage } from '@stemma/command-line'
import type { Operation, Operations } from '@stemma/contract'
import { type Field, fieldsOf, type Values, valuesIn } from '../api-fields.ts'
import { type Call, defineCommand } from '../command.ts'
import { signedIn } from '../session.ts'

export const api = defineCommand({
  more:
    'A field is a path parameter, a query parameter or a field of the request body. ' +
    'Without an operation, the command lists all of them.',
  takes: ['operation'],
  options: {
    operation: {
      value: 'OPERATION',
      summary: 'The operation by its ID, such as getSpaceById.',
      suggest: async () => Object.keys((await import('@stemma/contract')).operations),
    },
    field: {
      value: 'NAME=VALUE',
      summary: 'Set a field to a string, or with NAME:=JSON to a JSON value.',
      several: true,
    },
    input: { value: 'FILE', summary: 'Read the request body from a JSON file; - is the standard input.' },
    fields: { summary: 'List the fields of the operation without calling it.' },
  },
  examples: [
    ['List the fields of an operation', 'stemma api createSpace --fields'],
    ['Get a space', 'stemma api getSpaceById --field spaceId=3dQvm2Yk'],
    [
      'Send a JSON value',
      'stemma api createSpace --field organizationId=4bXw --field title=Handbook --field empty:=true',
    ],
    ['Send a body from a file', 'stemma api createSpace --field organizationId=4bXw --input space.json'],
  ],

  async run({ operation: id, field = [], input, fields = false }, call) {
    const { operations, paramNames } = await import('@stemma/contract')
    if (id === undefined) return listOperations(operations)
    const operation = operationNamed(operations, id)
    const known = fieldsOf(operation, paramNames)
    if (fields) return { data: known, text: table(fieldColumns, known) }
    const values = valuesIn(field, known)
    requireParams(known, values)
    const body = await bodyOf(operation, values, input, call)
    const client = await signedIn(call)
    const { params, query } = values
    if (operation.streams) return collectEvents(client, id, { params, query: { seconds: 0, ...query } })
    // The contract was consulted above, because an ID known only at run time has no static type.
    const request = client.request as (id: string, input: object) => Promise<{ data: unknown }>
    const { data = null } = await request(id, { params, query, ...(body !== undefined && { body }) })
    return { data, text: data === null ? '' : `${JSON.stringify(data, null, 2)}\n` }
  },
})

/** A stream that stays open has no result, so it ends at once unless `seconds` says when. */
async function collectEvents(client: object, id: string, input: object) {
  const stream = (client as Readonly<Record<string, (input: object) => AsyncIterable<unknown>>>)[id]
  const data: unknown[] = []
  for await (const event of stream?.(input) ?? []) data.push(event)
  return { data, text: `${JSON.stringify(data, null, 2)}\n` }
}

function listOperations(operations: Operations) {
  const all = Object.entries(operations).map(([id, { method, path, summary }]) => ({
    id,
    method,
    path,
    summary,
  }))
  return { data: all, text: table(operationColumns, all) }
}

const operationColumns = {
  operation: ({ id }: { id: string }) => id,
  summary: ({ summary }: { summary: string }) => summary,
}

const fieldColumns = {
  field: ({ name }: Field) => name,
  in: (field: Field) => field.in,
  required: ({ required }: Field) => (required ? 'yes' : 'no'),
  type: ({ type }: Field) => type,
}

/** The message doesn't repeat the input, which may be a token in the wrong place. */
function operationNamed(operations: Operations, id: string): Operation {
  const found = Object.hasOwn(operations, id) ? operations[id] : undefined
  if (found !== undefined) return found
  const meant = nearest(id, Object.keys(operations))
  throw new WrongUsage(
    `There is no such operation.${meant ? ` Did you mean ${meant}?` : ''} stemma api lists all of them.`,
  )
}

function requireParams(known: readonly Field[], { params }: Values) {
  const missing = known.filter(({ name, in: place }) => place === 'path' && !params[name])
  if (missing.length === 0) return
  throw new WrongUsage(
    `This operation requires ${missing.map(({ name }) => `--field ${name}=VALUE`).join(' and ')}.`,
  )
}

/** The file is the body; fields override its properties. */
async function bodyOf(operation: Operation, { body }: Values, input: string | undefined, call: Call) {
  const isEmpty = Object.keys(body).length === 0
  if (input === undefined) return isEmpty && (operation.bodyOptional || !operation.body) ? undefined : body
  if (operation.body === undefined) throw new WrongUsage('This operation has no body: leave out --input.')
  const given = parseBody(input === '-' ? await call.readInput() : await readFile(input, 'utf8'))
  return isEmpty ? given : { ...(given as object), ...body }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongUsage('--input is not valid JSON.')
  }
}
