import { readFileSync } from 'node:fs'
import { hashOf } from '@stemma/content'

/** To be counted up when code changes the look of PDFs: then they are made anew. */
const revision = 1

/** The one way in which pages are laid out. */
export const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

export const edition = `${revision} ${hashOf(Buffer.from(template))}`
