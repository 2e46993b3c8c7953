import type { ContentReference, DocumentNode } from '@stemma/contract'

/** Data of nodes are what authors wrote: each value is asked for by the type that it should have. */
export function textIn({ data }: DocumentNode, name: string): string | undefined {
  const value = data?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function flagIn({ data }: DocumentNode, name: string): boolean {
  return data?.[name] === true
}

export function refIn({ data }: DocumentNode, name = 'ref'): ContentReference | undefined {
  return toRef(data?.[name])
}

export function toRef(value: unknown): ContentReference | undefined {
  const isReference = typeof value === 'object' && value !== null && 'kind' in value
  return isReference ? (value as ContentReference) : undefined
}

export function fragmentOf({ fragments = [] }: DocumentNode, name: string): readonly DocumentNode[] {
  return fragments.find(({ fragment }) => fragment === name)?.nodes ?? []
}

/** All words of a node, one after the other. */
export function wordsOf({ leaves = [], nodes = [] }: DocumentNode): string {
  return leaves.map(({ text }) => text).join('') + nodes.map(wordsOf).join('')
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {}
}
