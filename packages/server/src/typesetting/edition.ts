import { readFileSync } from 'node:fs'
import { hashOf } from '@stemma/content'

/** Increment this when a code change alters the look of PDFs, so that they are created again. */
const revision = 1

export const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

export const edition = `${revision} ${hashOf(Buffer.from(template))}`
