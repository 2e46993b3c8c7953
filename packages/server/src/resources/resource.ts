import type { Operations } from '@stemma/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Core, Handlers, MountOptions } from '../http/route.ts'
import type { Job } from '../jobs/job.ts'

/** Everything that a resource adds to the product. `index.ts` lists all resources. */
export interface Resource {
  readonly operations?: readonly Answering[]
  /** Mounts what is not part of the contract: pages, signed URLs, hooks. */
  readonly routes?: (app: FastifyInstance, core: Core) => void | Promise<void>
  readonly jobs?: readonly Job[]
}

/** Mounts a group of operations. */
type Answering = (app: FastifyInstance, core: Core) => void

/** A group of operations with a handler for each. */
export function answering<T extends Operations>(
  operations: T,
  handlers: Handlers<T>,
  options?: MountOptions<T>,
): Answering {
  return (app, core) => mount(app, core, operations, handlers, options)
}

/** The operations of a group that these handlers answer; other resources answer the rest of the group. */
export function answeringPart<T extends Operations, K extends keyof T & string>(
  operations: T,
  handlers: Handlers<Pick<T, K>>,
  options?: MountOptions<Pick<T, K>>,
): Answering {
  return (app, core) => mount(app, core, operations, handlers as Handlers<T>, options as MountOptions<T>)
}
