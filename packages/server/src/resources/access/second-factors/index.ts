export { askForPasskey, ownerOf } from './passkey-proving.ts'
export { isOwnCode, requireProof } from './proving.ts'
export * from './store.ts'
export { recordFor } from './telling.ts'
