import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Runs work, and everything it starts, on behalf of an owner: an organization, if known. */
export function workFor<T>(owner: string, work: () => Promise<T>): Promise<T> {
  return owners.run(owner, work)
}

/** The current owner. Jobs and commands have none, and share one queue. */
export function currentOwner(): string {
  return owners.getStore() ?? ''
}
