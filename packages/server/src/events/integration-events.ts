/** What can happen to integrations and their installations. Secrets and configurations are never told. */
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
  | (Of<'installation.updated'> & {
      readonly before: Selections
      readonly after: Selections
      /** The fields of the configuration that were written, by their names. */
      readonly configured?: readonly string[]
    })
  | Of<'installation.deleted'>
  | (Of<'installation.token_created'> & { readonly tokenId: string })

interface Of<Type extends string> {
  readonly type: Type
  readonly integration: string
  readonly installationId: string
}

type Selections = Readonly<Record<string, unknown>>
