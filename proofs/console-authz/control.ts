import { type Operation, operations } from '@stemma/contract'

/** A control of a screen: the operation that it sends, and what its path names. */
export interface Control {
  readonly screen: string
  readonly id: string
  /** What the control knows of the path; the sample has the rest. */
  readonly params: Readonly<Record<string, string>>
  readonly body?: object
}

/** The IDs that belong to one person, by the words that stand for them. */
export interface Owner {
  readonly own: Readonly<Record<string, string>>
}

/** Things of one's own have the same name for everybody, so that their controls can be compared. */
export function ownNames({ own }: Owner, text: string): string {
  return Object.entries(own).reduce((words, [name, id]) => words.replaceAll(id, name), text)
}

/** The things that those names stand for. */
export function ownIds({ own }: Owner, text: string): string {
  return Object.entries(own).reduce((words, [name, id]) => words.replaceAll(name, id), text)
}

/** What a control says about itself: a method and a path, in which some names may still be in braces. */
export function toControl(screen: string, said: string, body: string | undefined): Control {
  const [method = '', path = ''] = said.split(' ')
  const parts = path.split('/')
  const [id, { path: known }] =
    Object.entries<Operation>(operations).find(
      ([, one]) => one.method === method && isLike(one.path.split('/'), parts),
    ) ?? fail(said)
  const pairs = known.split('/').flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const value = parts[at] ?? ''
    return name === undefined || value.startsWith('{') ? [] : [[name, decodeURIComponent(value)]]
  })
  const params = Object.fromEntries(pairs)
  return { screen, id, params, ...(body !== undefined && { body: JSON.parse(body) as object }) }
}

function isLike(path: readonly string[], parts: readonly string[]): boolean {
  return path.length === parts.length && path.every((part, at) => part === parts[at] || part.startsWith('{'))
}

function fail(said: string): never {
  throw new Error(`No operation is called by ${said}.`)
}
