/** The beginning and the end of an organization. The last one is for the person who deleted it. */
export type OrganizationEvent =
  | {
      readonly type: 'organization.created' | 'organization.restored' | 'organization.purged'
      readonly organizationId: string
      readonly title: string
    }
  | {
      readonly type: 'organization.deleted'
      readonly organizationId: string
      readonly title: string
      readonly restorableUntil: string
    }
