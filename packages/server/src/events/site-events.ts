/** Events of sites and their parts. They never contain keys or secrets. */
export type SiteEvent =
  | (Of<'site.created' | 'site.deleted' | 'site.published' | 'site.unpublished'> & { readonly title: string })
  | (Of<'site.updated' | 'site.adaptive_schema_updated'> & Changed)
  | (Of<'site.sign_in_updated' | 'site.sign_in_key_replaced'> & Partial<Changed>)
  | Of<'site.customized'>
  | (Of<'site.sorted'> & { readonly item: string })
  | (Of<'site.space_added' | 'site.space_removed'> & {
      readonly siteSpaceId: string
      readonly spaceId: string
    })
  | (Of<'site.space_updated'> & { readonly siteSpaceId: string } & Changed)
  | (Of<'site.space_customized'> & { readonly siteSpaceId: string })
  | (Of<'site.section_added' | 'site.section_removed'> & {
      readonly sectionId: string
      readonly title: string
    })
  | (Of<'site.section_updated'> & { readonly sectionId: string } & Changed)
  | (Of<'site.section_group_added' | 'site.section_group_removed'> & {
      readonly groupId: string
      readonly title: string
    })
  | (Of<'site.section_group_updated'> & { readonly groupId: string } & Changed)
  | (Of<'site.section_grouped'> & {
      readonly sectionId: string
      readonly before: string | null
      readonly after: string | null
    })
  | (Of<'site.share_link_created' | 'site.share_link_deleted'> & { readonly shareLinkId: string })
  | (Of<'site.share_link_updated'> & { readonly shareLinkId: string } & Changed)
  | (Of<'site.redirect_created' | 'site.redirect_deleted'> & {
      readonly redirectId: string
      readonly source: string
    })
  | (Of<'site.redirect_updated'> & { readonly redirectId: string } & Changed)

interface Of<Type extends string> {
  readonly type: Type
  readonly siteId: string
}

interface Changed {
  readonly before: Settings
  readonly after: Settings
}

type Settings = Readonly<Record<string, unknown>>
