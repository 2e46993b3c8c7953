import type { Outside, OutsideAnswer } from '../../outside/guarded-fetch.ts'
import { decoded } from '../archive-source.ts'
import { sentenceOf } from '../assemble.ts'
import type { ConvertedPage } from '../converted-page.ts'
import type { Converter } from '../converter.ts'
import type { NavigationLink } from '../html-navigation.ts'
import { ImportRefusal } from '../refusal.ts'
import type { SourceFile } from '../source-page.ts'
import type { Rules } from './announced.ts'
import { addressOf, isTangled, isWithin, type Scope } from './scope.ts'

/** An address to visit. */
export interface Queued {
  readonly address: string
  readonly url: string
  readonly kind: 'page' | 'file'
}

/** The result of visiting an address. */
export type Outcome =
  | { readonly is: 'page'; readonly address: string; readonly page: VisitedPage }
  | { readonly is: 'file'; readonly address: string; readonly file: SourceFile }
  | { readonly is: 'failed' | 'skipped'; readonly reason: string }

interface VisitedPage {
  readonly title: string | undefined
  readonly markdown: string
  /** Links to pages in scope, and the images that the page shows. */
  readonly links: readonly string[]
  readonly images: readonly string[]
  readonly navigation: readonly NavigationLink[]
}

export interface Visiting {
  readonly outside: Outside
  readonly converter: Converter
  readonly scope: Scope
  readonly rules: Rules
  readonly fileBytesMax: number
}

/** Visits an address; if it can't be read, returns the reason. */
export async function visit({ url, kind }: Queued, visiting: Visiting): Promise<Outcome> {
  const { outside, scope, rules, fileBytesMax } = visiting
  const isOwn = new URL(url).origin === scope.origin
  if (isOwn && !rules.mayFetch(url)) return skipped('The robots.txt of the website forbids it.')
  if (isTangled(url)) return skipped('Its path repeats itself: such links have no end.')
  try {
    const answer = await outside.fetch(url, { bytesMax: fileBytesMax, timeoutMs: 20_000 })
    if (answer.status < 200 || answer.status >= 300)
      throw new ImportRefusal(`The URL returned the status ${answer.status}.`)
    if (kind === 'file') return { is: 'file', address: addressOf(answer.url), file: fileIn(answer) }
    if (!isWithin(scope, answer.url)) return skipped('It leads to a place outside of what is brought.')
    if (!rules.mayFetch(answer.url)) return skipped('The robots.txt of the website forbids it.')
    const isHtml = /\bhtml\b/i.test(answer.contentType ?? '')
    if (!isHtml) return { is: 'file', address: addressOf(answer.url), file: fileIn(answer) }
    const page = await visiting.converter.html(decoded(answer.bytes), answer.url)
    return { is: 'page', address: addressOf(answer.url), page: visited(page, scope) }
  } catch (error) {
    return { is: 'failed', reason: sentenceOf(error) }
  }
}

function skipped(reason: string): Outcome {
  return { is: 'skipped', reason }
}

function fileIn({ url, bytes, contentType }: OutsideAnswer): SourceFile {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return { name: last || 'file', bytes, claimed: contentType }
}

const linksMax = 5_000
const imagesMax = 500

function visited({ title, markdown, links, images, navigation }: ConvertedPage, scope: Scope): VisitedPage {
  return {
    title,
    markdown,
    links: links.filter((link) => isWithin(scope, link)).slice(0, linksMax),
    images: images.filter(isFetchable).slice(0, imagesMax),
    navigation: within(navigation, scope),
  }
}

/** Image URLs in a page may be invalid. */
function isFetchable(image: string): boolean {
  return /^https?:/.test(image) && image.length < 2000 && URL.canParse(image)
}

function within(links: readonly NavigationLink[], scope: Scope): readonly NavigationLink[] {
  return links.flatMap(({ href, title, below }): readonly NavigationLink[] => {
    const inside = within(below, scope)
    return isWithin(scope, href) ? [{ href, title, below: inside }] : inside
  })
}
