import { createHash } from 'node:crypto'
import type { SiteCustomizationSettings } from '@stemma/contract'
import { type Html, html } from '../html.ts'
import type { SiteView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'
import { hrefOf, localized, targetOf } from './links.ts'

type Announcement = NonNullable<SiteCustomizationSettings['announcement']>

export function renderAnnouncement(site: SiteView, language: string, words: Words): Html | undefined {
  const { announcement } = site.settings
  if (!announcement?.enabled) return undefined
  const { message, localizedMessage, link, style } = announcement
  const href = link && hrefOf(site, link.to)
  const more =
    link &&
    href &&
    html` <a href="${href}"${targetOf(site, href)}>
${localized(link.title, link.localizedTitle, language)}</a>`
  return html`<div class="announcement tone-${style}" role="region" aria-label="${words.hints[style]}">
<p>${localized(message, localizedMessage, language)}${more}</p>
<button class="plain scripted" type="button" data-do="close" data-id="${announcementId(announcement)}"
 aria-label="${words.close}">${renderIcon('x')}</button></div>`
}

/** Changes with the text, so that a new announcement is shown to readers who closed the last one. */
export function announcementId({ message, link, style }: Announcement): string {
  const text = JSON.stringify([message, link?.title, link?.to, style])
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
