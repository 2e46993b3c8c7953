export { codesIn, headingsOf, referencesIn, renderDocument } from './blocks/index.ts'
export type { CodeLine, CodeToken, EmbedFrame, Located, Lookups } from './blocks/rendering.ts'
export { gateCss, passkeyScript, type SiteFile, siteCss, siteFiles, siteFilesHash } from './files.ts'
export { renderGate } from './gate.ts'
export { type Highlighter, openHighlighter } from './highlighting/highlighter.ts'
export { Html, type HtmlValue, html } from './html.ts'
export { renderMissing } from './missing.ts'
export { renderCall } from './openapi/call.ts'
export { type Reference, type ReferenceEntry, referenceOf, samplesIn } from './openapi/reference.ts'
export { drawReferenceChanges } from './openapi/reference-changes.ts'
export { drawReferenceEntry } from './openapi/reference-entry.ts'
export { drawReferenceIndex, groupTitle } from './openapi/reference-index.ts'
export {
  referenceEntryMarkdown,
  referenceIndexMarkdown,
  referenceListMarkdown,
} from './openapi/reference-markdown.ts'
export { type FeedEntry, type FeedView, renderFeed } from './outputs/feed.ts'
export {
  type ListedPageView,
  type ListedSpaceView,
  renderLlms,
  renderLlmsFull,
  renderLlmsPage,
} from './outputs/llms.ts'
export {
  renderRobots,
  renderSitemap,
  type SitemapItem,
  sitemapItemsMax,
} from './outputs/sitemap.ts'
export { renderPage } from './page.ts'
export { renderChanges } from './past/changes-page.ts'
export { markPast } from './past/marking.ts'
export { drawPast } from './past/past.ts'
export { renderPDF } from './pdf/pdf-page.ts'
export { policyOf } from './policy.ts'
export { renderSearch, renderSearchFragment } from './search-page.ts'
export { drawText } from './text.ts'
export { customizationCss } from './theme/customization.ts'
export { fontOriginsOf } from './theme/fonts.ts'
export { pictureColors } from './theme/picture-colors.ts'
export type * from './view.ts'
export { directionOf, languageOf, languages, type Words, wordsFor } from './words/index.ts'
