import * as satteri from './satteri.ts'
import * as yaml from './yaml.ts'

const loaded = { satteri, yaml }

/** Parsers by others: of Markdown, and of YAML for its front matter. */
export type Parsers = typeof loaded

export function parsers(): Parsers {
  return loaded
}

/** Loads what documents are parsed with. Only browsers must wait for it: Node loads it with this module. */
export async function loadParser(): Promise<void> {}
