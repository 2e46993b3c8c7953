/** One write of a page: what changed since a revision, under a key of its own. */
export interface Write {
  /** Repeating a write with the same key does nothing twice. */
  readonly key: string
  readonly basedOn: string
  readonly changes: PageChanges
}

/** What was typed in this browser and is not acknowledged yet. */
export interface Entry extends Write {
  /** One for each open editor: a newer text replaces an older one, and never that of another window. */
  readonly place: string
  /** The write that was on its way when this was typed. It must be acknowledged first. */
  readonly before?: Write
  /** The author. Nobody else's session sends it. */
  readonly userId: string
  readonly organizationId: string
  readonly spaceId: string
  /** Absent while the text belongs to the space itself. */
  readonly changeRequestId?: string
  readonly pageId: string
  readonly path: string
  readonly title: string
  readonly at: string
}

/** What of a page was changed. */
export interface PageChanges {
  readonly title?: string
  /** Empty: the path comes from the title. */
  readonly slug?: string
  readonly description?: string
  readonly markdown?: string
}

/** The fields that have changed again since they were sent. */
export function withoutEqual(fields: PageChanges, sent: PageChanges): PageChanges {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => sent[name as keyof PageChanges] !== value),
  )
}

/** The entries of everybody who wrote in this browser, in its own database. */
export const journal = {
  /** `replaced` is what a closed window left: it goes if it is still this write. */
  put: (entry: Entry, replaced?: Kept) =>
    inStore('readwrite', (store) => {
      if (replaced !== undefined && replaced.place !== entry.place) removeIn(store, replaced)
      return store.put(entry)
    }),
  get: (place: string) => inStore<Entry | undefined>('readonly', (store) => store.get(place)),
  all: () => inStore<readonly Entry[]>('readonly', (store) => store.getAll()),
  remove: (place: string) => inStore('readwrite', (store) => store.delete(place)),
  /** Only if it is still this write: what was typed since then stays. */
  settle: (kept: Kept) => inStore('readwrite', (store) => removeIn(store, kept)),
}

type Kept = Pick<Entry, 'place' | 'key'>

function removeIn(store: IDBObjectStore, { place, key }: Kept): IDBRequest {
  const asked = store.get(place)
  asked.onsuccess = () => {
    if ((asked.result as Entry | undefined)?.key === key) store.delete(place)
  }
  return asked
}

const storeName = 'entries'
let opening: Promise<IDBDatabase> | undefined

function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  opening ??= openDatabase().catch((error) => {
    opening = undefined
    throw error
  })
  return opening.then(
    (database) =>
      new Promise((resolve, reject) => {
        // Strict: what the person typed must survive the machine, not only the tab.
        const transaction = database.transaction(storeName, mode, { durability: 'strict' })
        const request = use(transaction.objectStore(storeName))
        transaction.oncomplete = () => resolve(request.result as T)
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser refused to store.'))
      }),
  )
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('stemma-journal', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'place' })
    request.onsuccess = () => {
      const database = request.result
      const forget = () => {
        opening = undefined
        database.close()
      }
      database.onclose = forget
      database.onversionchange = forget
      resolve(database)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another window holds the journal.'))
  })
}
