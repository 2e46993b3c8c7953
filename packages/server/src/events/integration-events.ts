/** Events of integrations and installations. They never contain secrets or configurations. */
export type IntegrationEvent =
  | {
      readonly type: 'integration.published'
      readonly integration: string
      readonly version: number
      readonly visibility: string
      readonly scopes: readonly string[]
    }
  | { readonly type: 'integration.unpublished'; readonly integration: string; readonly version: number }
  | (Of<'installation.created'> & { readonly scopes: readonly string[] })
  | (Of<'installation.updated'> & Configured)
  | Of<'installation.deleted'>
  | (Of<'installation.token_created'> & { readonly tokenId: string })
  | (Of<'space_installation.created' | 'space_installation.deleted'> & OnSpace)
  | (Of<'space_installation.updated'> & OnSpace & Configured)
  | (Of<'site_installation.created' | 'site_installation.deleted'> & OnSite)
  | (Of<'site_installation.updated'> & OnSite & Configured)

interface Of<Type extends string> {
  readonly type: Type
  readonly integration: string
  readonly installationId: string
}

type OnSpace = { readonly spaceId: string }
type OnSite = { readonly siteId: string }

interface Configured {
  readonly before: Settings
  readonly after: Settings
  /** The names of the configuration fields that were written. */
  readonly configured?: readonly string[]
}

type Settings = Readonly<Record<string, unknown>>
