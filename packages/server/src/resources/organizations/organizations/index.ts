export { type OrganizationRow, toOrganization } from './shape.ts'
export * from './store.ts'
