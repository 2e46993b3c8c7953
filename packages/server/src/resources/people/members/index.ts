export { disableMember, enableMember, endMembership, removeMember } from './leaving.ts'
export { takeForChange } from './locking.ts'
export * from './store.ts'
