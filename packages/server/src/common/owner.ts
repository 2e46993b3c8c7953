import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Does some work, and all that follows from it, in the name of an owner: an organization, if known. */
export function workFor<T>(owner: string, work: () => Promise<T>): Promise<T> {
  return owners.run(owner, work)
}

/** In whose name this is done; jobs and commands have no owner, and share one line with each other. */
export function currentOwner(): string {
  return owners.getStore() ?? ''
}
