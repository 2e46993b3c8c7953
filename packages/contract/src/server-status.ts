import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { ObjectName, Timestamp, Values } from './scalars.ts'

const Count = Type.Integer({ minimum: 0 })

/** Jobs that wait, run, or have failed permanently. */
const jobCounts = {
  due: Count,
  running: Count,
  failed: Count,
  /** When the oldest of the jobs that wait should have started. */
  oldestDueAt: Type.Optional(Timestamp),
}

/** The state of the server and everything it depends on. */
export const ServerStatus = Type.Object(
  {
    object: ObjectName('server-status'),
    version: Type.String(),
    build: Type.String(),
    checkedAt: Timestamp,
    /** The results of `stemma-server doctor`. */
    checks: Type.Array(
      Type.Object({
        check: Type.String(),
        /** A notice may be intended. A fault must be fixed. */
        verdict: Values(['fine', 'notice', 'fault']),
        /** What was found and, if something is wrong, what to do. */
        says: Type.String(),
      }),
    ),
    jobs: Type.Object({
      ...jobCounts,
      /** Those with jobs that wait, run or failed, most first. */
      tasks: Type.Array(
        Type.Object({ task: Type.String(), ...jobCounts, lastError: Type.Optional(Type.String()) }),
      ),
    }),
    mails: Type.Object({
      pending: Count,
      failed: Count,
      /** The newest mails that could not be sent. Addresses are left out. */
      undelivered: Type.Array(
        Type.Object({
          kind: Type.String(),
          domain: Type.String(),
          error: Type.String(),
          createdAt: Timestamp,
        }),
      ),
    }),
    storage: Type.Object({ databaseBytes: Count, fileBytes: Count }),
    /** The last backup by `stemma-server backup`. Absent if there was none. */
    backup: Type.Optional(
      Type.Object({ finishedAt: Timestamp, rows: Count, files: Count, missing: Count, damaged: Count }),
    ),
  },
  { title: 'ServerStatus' },
)
export type ServerStatus = Static<typeof ServerStatus>

export const serverStatusOperations = {
  getServerStatus: {
    method: 'GET',
    path: '/v1/server/status',
    summary: 'Get the state of the server',
    description:
      'Returns the version, what `stemma-server doctor` finds, jobs, mails that could not be sent, the ' +
      'storage that is used and the last backup. The checks run at most every five seconds.',
    access: ['operator'],
    scope: null,
    also: 'Operators are named in the configuration of the server (`STEMMA_OPERATORS`).',
    status: 200,
    returns: ServerStatus,
  },
} satisfies Operations
