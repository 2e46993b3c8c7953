import { hash } from 'node:crypto'
import { pictureColors } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { fitted } from '../../../typesetting/picture.ts'
import type { Picture } from '../../../typesetting/picture-thread.ts'
import { type SeenPage, seenDescription, seenTitle } from '../../content/content/index.ts'
import { type Framed, languageOf, siteNameOf } from './framing.ts'
import { besideOf } from './placing.ts'

/** The URL of the picture. It changes with what the picture shows, because others keep it for days. */
export function pictureUrl(framed: Framed, page: Pick<SeenPage, 'id' | 'record'>, context: Context): string {
  const version = versionOf(pictureOf(framed, page, context))
  const path = besideOf(framed, framed.chosen.siteSpace, `picture/${page.id}-${version}.png`)
  return new URL(path, framed.url).href
}

export function pictureOf(framed: Framed, { record }: Pick<SeenPage, 'record'>, context: Context): Picture {
  const texts = {
    site: siteNameOf(framed),
    title: seenTitle(record, context),
    description: seenDescription(record, context) ?? '',
    language: languageOf(framed),
  }
  return { ...fitted(texts), ...pictureColors(framed.settings) }
}

export function versionOf(picture: Picture): string {
  return hash('sha256', JSON.stringify(picture), 'base64url').slice(0, 12)
}
