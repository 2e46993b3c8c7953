/** The maximum number of threads of one kind in this process. */
const limit = { threads: 2 }

/** Set once from the settings, before any thread is used. */
export function limitThreads(count: number) {
  limit.threads = count
}

export function threadsMax(): number {
  return limit.threads
}
