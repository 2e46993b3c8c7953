import { type Html, html } from '../html.ts'
import type { SiteView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { titleOf } from './brand.ts'
import { renderIcon } from './icon.ts'
import { hrefOf, isSafe, localized, renderThemedImage, targetOf } from './links.ts'
import { socialsOf } from './social.ts'

/** Groups of links if the site has any, then one line. */
export function renderFooter(site: SiteView, language: string, words: Words): Html {
  const { footer } = site.settings
  const logo = footer.logo && renderThemedImage(footer.logo, titleOf(site, language), 'footer-logo')
  const groups = footer.groups.map((group) => {
    const links = group.links.map((link) => {
      const href = hrefOf(site, link.to)
      const title = localized(link.title, link.localizedTitle, language)
      return href !== undefined && html`<li><a href="${href}"${targetOf(site, href)}>${title}</a></li>`
    })
    const title = localized(group.title, group.localizedTitle, language)
    return html`<div><h2>${title}</h2><ul role="list">${links}</ul></div>`
  })
  const isTall = groups.length > 0 || logo !== undefined
  return html`<footer class="footer">${isTall && html`<div class="footer-groups">${logo}${groups}</div>`}
<div class="footer-line">${renderLine(site, words)}</div></footer>`
}

function renderLine(site: SiteView, words: Words): Html {
  const { footer, privacyPolicy, trademark, socialAccounts } = site.settings
  const privacy = privacyPolicy.url !== undefined && isSafe(privacyPolicy.url) && privacyPolicy.url
  const socials = socialsOf(socialAccounts).filter(({ isInFooter }) => isInFooter)
  return html`<span>${footer.copyright ?? `© ${site.title}`}</span>
${socials.map(
  ({ name, icon, href }) =>
    html`<a class="footer-social" href="${href}" aria-label="${name}" rel="me noopener">
${renderIcon(icon)}</a>`,
)}
${site.tellsChanges && html`<a href="${site.base}~site/changes">${words.history.title}</a>`}
${privacy && html`<a href="${privacy}"${targetOf(site, privacy)}>${words.privacy}</a>`}
${
  site.canLeave &&
  html`<form method="post" action="${site.base}~site/leave">
<button type="submit">${words.leave}</button></form>`
}
${trademark.enabled && html`<span>${words.publishedWith}</span>`}`
}
