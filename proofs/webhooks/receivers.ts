import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { type Received, type Receiver, startReceiver } from '../../packages/server/src/test/receiver.ts'

/** How receivers behave. All except `gone` respond correctly in the end. */
const behaviours = ['steady', 'flapping', 'slow', 'down', 'redirecting', 'gone', 'demoted'] as const
export type Behaviour = (typeof behaviours)[number]

/** A delivery that a receiver got. */
interface Receipt {
  readonly eventId: string
  readonly at: number
  readonly isSigned: boolean
  readonly isAccepted: boolean
}

export interface Watched {
  readonly behaviour: Behaviour
  readonly receiver: Receiver
  readonly receipts: Receipt[]
  /** The secret that deliveries must be signed with. */
  secret: string
  /** Makes it respond correctly from now on. */
  heal(): void
}

/** Starts a receiver of each kind. Redirects lead to `victim`, which must never be called. */
export async function startReceivers(victim: Receiver): Promise<readonly Watched[]> {
  return Promise.all(behaviours.map((behaviour) => watch(behaviour, victim)))
}

async function watch(behaviour: Behaviour, victim: Receiver): Promise<Watched> {
  const receiver = await startReceiver()
  let isWell = false
  const watched: Watched = {
    behaviour,
    receiver,
    receipts: [],
    secret: '',
    heal() {
      isWell = true
    },
  }
  receiver.answer = async (received, response) => {
    const status = isWell && behaviour !== 'gone' ? 200 : await misbehave(behaviour, response)
    const { eventId } = received.event
    const isAccepted = status >= 200 && status < 300
    watched.receipts.push({
      eventId,
      at: Date.now(),
      isSigned: isSigned(received, watched.secret),
      isAccepted,
    })
    if (status === 307) response.setHeader('location', victim.url)
    if (status > 0) response.writeHead(status).end('seen')
  }
  return watched
}

/** The status to respond with; 0 for no response. */
async function misbehave(behaviour: Behaviour, response: ServerResponse): Promise<number> {
  switch (behaviour) {
    case 'flapping':
      return Math.random() < 0.15 ? 500 : 200
    case 'slow':
      await sleep(Math.random() < 0.02 ? 1_500 : 20 + Math.random() * 60)
      return 200
    case 'down':
      response.destroy()
      return 0
    case 'redirecting':
      return 307
    case 'gone':
      return 410
    default:
      return 200
  }
}

function isSigned({ body, headers }: Received, secret: string): boolean {
  try {
    new Verifier(secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}
