import type { Parsers } from './markdown.ts'

let loading: Promise<void> | undefined
let loaded: Parsers | undefined

export function parsers(): Parsers {
  if (loaded === undefined) throw new Error('The parser is not loaded: await loadParser() first.')
  return loaded
}

/** Loads what documents are parsed with, once: WebAssembly can only be started asynchronously. */
export async function loadParser(): Promise<void> {
  loading ??= load()
  try {
    await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

async function load(): Promise<void> {
  const [satteri, yaml] = await Promise.all([import('./satteri.ts'), import('./yaml.ts')])
  loaded = { satteri, yaml }
}
