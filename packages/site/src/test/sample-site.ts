import { parseDocument } from '@stemma/content'
import type { SiteCustomizationSettings } from '@stemma/contract'
import type { Lookups } from '../blocks/rendering.ts'
import { siteFilesHash } from '../files.ts'
import { drawText } from '../text.ts'
import { customizationCss } from '../theme/customization.ts'
import type { PageView, SiteView, TreeItem } from '../view.ts'

/** Settings as the server has them for a new site, with what tests change. */
export function givenSettings(changes: Partial<SiteCustomizationSettings> = {}): SiteCustomizationSettings {
  return {
    styling: givenStyling(),
    internationalization: { locale: 'en' },
    favicon: {},
    header: { preset: 'default', links: [] },
    footer: { groups: [] },
    themes: { default: 'system', toggeable: true },
    pdf: { enabled: true },
    feedback: { enabled: true },
    ai: { mode: 'none' },
    advancedCustomization: { enabled: true },
    git: { showEditLink: false },
    pageActions: { items: ['markdown', 'external-ai', 'pdf'], externalAI: true, markdown: true, mcp: false },
    externalLinks: { target: 'self' },
    pagination: { enabled: true },
    history: { enabled: true },
    trademark: { enabled: true },
    privacyPolicy: {},
    socialPreview: {},
    socialAccounts: [],
    insights: { trackingCookie: false },
    ...changes,
  }
}

type Styling = SiteCustomizationSettings['styling']

export function givenStyling(changes: Partial<Styling> = {}): Styling {
  const code = { light: 'default-light', dark: 'default-dark' } as const
  return {
    theme: 'clean',
    primaryColor: { light: '#1f5bd0', dark: '#8ab4f8' },
    infoColor: { light: '#0a64ad', dark: '#7cbcff' },
    successColor: { light: '#15803d', dark: '#4ade80' },
    warningColor: { light: '#b45309', dark: '#fbbf24' },
    dangerColor: { light: '#b91c1c', dark: '#f87171' },
    corners: 'rounded',
    depth: 'flat',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'JetBrainsMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: { default: code, openapi: code },
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
    ...changes,
  }
}

const url = (address: string) => ({ kind: 'url', url: address }) as const

/** A site with everything: sections, variants, links with menus, footer, announcement. */
export function givenSite(changes: Partial<SiteView> = {}): SiteView {
  const site = givenPlainSite(changes)
  return { css: customizationCss(site.settings), ...site }
}

function givenPlainSite(changes: Partial<SiteView>): Omit<SiteView, 'css'> & Partial<SiteView> {
  return {
    title: 'Fernpost Docs',
    base: '/docs/',
    url: 'https://example.com/docs',
    settings: givenSettings({
      header: {
        preset: 'default',
        links: [
          { title: 'Support', to: url('https://example.org/support'), links: [] },
          {
            title: 'Product',
            to: null,
            links: [
              { title: 'Plans', to: url('https://example.org/plans') },
              { title: 'Status', to: url('https://example.org/status') },
            ],
          },
          { title: 'Open console', style: 'button-primary', to: url('https://example.org/'), links: [] },
        ],
      },
      footer: {
        groups: [
          { title: 'Product', links: [{ title: 'Plans', to: url('https://example.org/plans') }] },
          { title: 'Company', links: [{ title: 'Security', to: url('https://example.org/security') }] },
        ],
        copyright: '© 2026 Fernpost',
      },
      privacyPolicy: { url: 'https://example.org/privacy' },
      socialAccounts: [
        { platform: 'github', handle: 'fernpost', display: { footer: true, header: false } },
        { platform: 'mastodon', handle: '@fern@example.social', display: { footer: true, header: false } },
      ],
    }),
    locate: (reference) => (reference.kind === 'url' ? { href: reference.url } : undefined),
    sections: [
      { title: 'Guides', href: '/docs/', isCurrent: true },
      {
        title: 'Reference',
        sections: [
          { title: 'API reference', description: 'Every operation', href: '/docs/api', isCurrent: false },
          { title: 'Command line', href: '/docs/cli', isCurrent: false },
        ],
      },
      { title: 'Client libraries', href: '/docs/libraries', isCurrent: false },
    ],
    variants: [
      { title: 'Version 4', href: '/docs/', isCurrent: true },
      { title: 'Version 3', href: '/docs/v3', isCurrent: false },
    ],
    asset: (name) => `/docs/~site/assets/${siteFilesHash}/${name}`,
    isIndexed: true,
    canLeave: false,
    tellsChanges: true,
    ...changes,
  }
}

/** A page of the tree with the given title. Its URL is derived from it. */
export function givenItem(title: string, changes: Partial<TreeItem> = {}): TreeItem {
  return {
    kind: 'page',
    title,
    href: `/docs/${title.toLowerCase().replaceAll(/\W+/g, '-')}`,
    isCurrent: false,
    isOpen: false,
    hasChildren: (changes.children ?? []).length > 0,
    children: [],
    ...changes,
  }
}

export function givenGroup(title: string, children: readonly TreeItem[], icon?: string): TreeItem {
  const { href: _, ...item } = givenItem(title, { kind: 'group', children, ...(icon && { icon }) })
  return item
}

export const sampleTree: readonly TreeItem[] = [
  givenGroup(
    'Get started',
    [
      givenItem('What Fernpost does'),
      givenItem('Send your first event', { isCurrent: true, isOpen: true }),
      givenItem('Test on your own computer'),
      givenItem('Plans and limits'),
    ],
    'rocket-launch',
  ),
  givenGroup(
    'Deliver reliably',
    [
      givenItem('Retries and time limits'),
      givenItem('Verify signatures'),
      givenItem('Protect slow endpoints', {
        isOpen: true,
        children: [givenItem('Rate limits per endpoint'), givenItem('Circuit breaker')],
      }),
    ],
    'shield-check',
  ),
  givenGroup(
    'Operate',
    [givenItem('Watch deliveries'), givenItem('Alerts'), givenItem('Status', { kind: 'link' })],
    'chart-line-up',
  ),
]

const markdown = `Fernpost sends events from your service to the HTTPS endpoints of your customers. It signs
each event, retries when an endpoint doesn’t respond, and records every attempt.

## Before you begin

You need an account, and an HTTPS URL that accepts requests.

## Send an event

When you send an event, Fernpost stores it before it responds, so an event that you sent can’t be lost.

### Upgrade from version 3

Set the version in the header.

## Next steps

Read about retries and time limits.
`

export function givenPage(changes: Partial<PageView> = {}): PageView {
  return {
    site: givenSite(),
    id: 'page-1',
    title: 'Send your first event',
    description: 'Create an endpoint, send an event to it, verify the signature and check the delivery.',
    layout: {
      isWide: false,
      title: true,
      description: true,
      tableOfContents: true,
      outline: true,
      pagination: true,
      metadata: true,
    },
    path: 'send-your-first-event',
    canonicalUrl: 'https://example.com/docs/send-your-first-event',
    language: 'en',
    text: givenText(markdown),
    tree: sampleTree,
    breadcrumbs: [
      { title: 'Guides', href: '/docs/' },
      { title: 'Get started', href: '/docs/what-fernpost-does' },
    ],
    previous: { title: 'What Fernpost does', href: '/docs/what-fernpost-does' },
    next: { title: 'Test on your own computer', href: '/docs/test-on-your-own-computer' },
    updatedAt: '2026-11-12T09:30:00.000Z',
    actions: {
      markdown: '/docs/send-your-first-event.md',
      pdf: '/docs/~site/pdf/page-1',
      feedback: '/docs/~site/feedback',
    },
    isIndexed: true,
    ...changes,
  }
}

/** A text that refers to nothing. */
export function givenText(markdown: string, more: Partial<Lookups> = {}): PageView['text'] {
  const lookups = {
    locate: () => undefined,
    highlight: () => undefined,
    reusable: () => undefined,
    openapi: () => undefined,
    opensOutsideLinks: false,
    ...more,
  }
  return drawText(parseDocument(markdown).tree.nodes, lookups, 'en')
}
