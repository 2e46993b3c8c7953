import { type NotificationKind, notificationKinds } from '@stemma/contract'
import { signatures } from '../../../files/signature.ts'

/** Whose mails of which kinds a link ends. */
export interface Unsubscribed {
  readonly organizationId: string
  readonly userId: string
  readonly kinds: readonly NotificationKind[]
}

/** Tokens in mails, which need no sign-in and never expire: all that they can do is to end such mails. */
export function unsubscribeTokens(key: Uint8Array) {
  const { signatureOf, isSigned } = signatures(key, 'stemma unsubscribe 1')
  return {
    tokenOf({ organizationId, userId, kinds }: Unsubscribed): string {
      const payload = Buffer.from([organizationId, userId, ...kinds].join(' ')).toString('base64url')
      return `${payload}.${signatureOf(payload)}`
    },

    read(token: string): Unsubscribed | undefined {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (!isSigned(payload, signature)) return undefined
      const [organizationId = '', userId = '', ...named] = Buffer.from(payload, 'base64url')
        .toString()
        .split(' ')
      return { organizationId, userId, kinds: notificationKinds.filter((kind) => named.includes(kind)) }
    },
  }
}
