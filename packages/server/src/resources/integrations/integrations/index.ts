export { toIntegrations } from './shape.ts'
export * from './store.ts'
