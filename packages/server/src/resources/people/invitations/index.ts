export { acceptPending } from './accepting.ts'
export { pendingLevelOf, setPendingLevel, setPendingTeamRoles } from './changing.ts'
export { inviteAddresses } from './inviting.ts'
export * from './store.ts'
