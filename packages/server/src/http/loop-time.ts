import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Shares the time of the event loop between organizations. The time is divided among the requests in progress
 * and charged to their organizations. If an organization has used more than its share, requests of others go
 * first; without others, it may use all of the time.
 */
export interface LoopTime {
  /** Resolves when the next request may begin. Call the returned function when it ends. */
  begin(key: string): Promise<() => void>
}

interface Account {
  /** Milliseconds used beyond the granted share. */
  owed: number
  /** When `owed` was last updated. */
  at: number
  inProgress: number
}

export interface LoopTimeOptions {
  /** The share of the time that an organization is granted. */
  readonly part?: number
  /** Milliseconds that the event loop has been busy since the process started. */
  readonly workedMs?: () => number
}

const grantedMsMax = 200
const lookMs = 5
const accountsMax = 10_000

export function createLoopTime({ part = 0.5, workedMs = activeMs }: LoopTimeOptions = {}): LoopTime {
  const accounts = new Map<string, Account>()
  const busy = new Set<Account>()
  let [inProgress, charged] = [0, workedMs()]

  /** Divides the time since the last call among the requests that were in progress. */
  const charge = () => {
    const worked = workedMs()
    const each = inProgress === 0 ? 0 : (worked - charged) / inProgress
    charged = worked
    if (each > 0) for (const account of busy) account.owed += each * account.inProgress
  }
  const grant = (account: Account) => {
    const now = performance.now()
    account.owed = Math.max(-grantedMsMax, account.owed - (now - account.at) * part)
    account.at = now
    return account
  }
  const accountOf = (key: string) => {
    const account = accounts.get(key) ?? { owed: -grantedMsMax, at: performance.now(), inProgress: 0 }
    accounts.set(key, account)
    return grant(account)
  }
  const end = (account: Account) => {
    charge()
    account.inProgress--
    inProgress--
    if (account.inProgress === 0) busy.delete(account)
    if (accounts.size > accountsMax) forgetIdle(accounts)
  }

  return {
    async begin(key) {
      charge()
      let account = accountOf(key)
      while (account.owed > 0 && inProgress > account.inProgress) {
        await sleep(lookMs)
        charge()
        account = accountOf(key)
      }
      account.inProgress++
      inProgress++
      busy.add(account)
      return () => end(account)
    },
  }
}

function activeMs(): number {
  return performance.eventLoopUtilization().active
}

function forgetIdle(accounts: Map<string, Account>) {
  for (const [key, account] of accounts) if (account.inProgress === 0) accounts.delete(key)
}
