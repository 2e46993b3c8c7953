import type { Stage } from './stage.ts'
import { patienceMs, type Typist } from './typist.ts'

/** What goes wrong while somebody types. */
export interface Failure {
  readonly begin: (scene: Scene) => Promise<void>
  readonly end: (scene: Scene) => Promise<void>
}

interface Scene {
  readonly stage: Stage
  readonly typist: Typist
}

const nothing = async () => undefined

export const failures: Readonly<Record<string, Failure>> = {
  /** The tab closes as soon as its words are kept, while no server can be reached. */
  closedTab: {
    begin: async ({ stage }) => stage.proxy.set('cut'),
    async end({ stage, typist }) {
      await typist.untilKept()
      await typist.page().close()
      stage.proxy.set('open')
      await typist.open()
    },
  },
  /** The tab crashes in the middle of it. What had not reached the journal by then was promised to nobody. */
  crashedTab: {
    begin: nothing,
    async end({ typist }) {
      const page = typist.page()
      const debuggers = await page.context().newCDPSession(page)
      void debuggers.send('Page.crash').catch(() => undefined)
      await new Promise((resolve) => page.once('crash', resolve))
      const kept = await typist.found()
      for (const character of typist.typed) if (!kept.includes(character)) typist.typed.delete(character)
      await page.close()
      await typist.open()
    },
  },
  /** The machine has no network. */
  offline: {
    begin: ({ typist }) => typist.page().context().setOffline(true),
    end: ({ typist }) => typist.page().context().setOffline(false),
  },
  /** Connections break, and the address takes no new ones. */
  cut: {
    begin: async ({ stage }) => stage.proxy.set('cut'),
    end: async ({ stage }) => stage.proxy.set('open'),
  },
  /** Requests arrive, and their answers are lost. */
  deaf: {
    begin: async ({ stage }) => stage.proxy.set('deaf'),
    async end({ stage, typist }) {
      await typist.untilKept()
      stage.proxy.set('open')
    },
  },
  /** One of two servers is killed. */
  killedServer: {
    begin: ({ stage }) => stage.kill(0),
    end: ({ stage }) => stage.revive(0),
  },
  /** Both are killed, and the tab closes before one is back. */
  killedServers: {
    async begin({ stage }) {
      await stage.kill(0)
      await stage.kill(1)
    },
    async end({ stage, typist }) {
      await typist.untilKept()
      await typist.page().close()
      await Promise.all([stage.revive(0), stage.revive(1)])
      await typist.open()
    },
  },
  /** The session ends, and the person signs in again. */
  endedSession: {
    begin: ({ stage }) => stage.endSessions(),
    end: nothing,
  },
  /** Somebody else signs in before the person does: nothing is sent as theirs. */
  somebodyElse: {
    async begin({ stage, typist }) {
      await stage.endSessions()
      await typist.signIn(await stage.otherCookie())
    },
    async end({ stage, typist }) {
      await typist.signIn(await stage.newCookie())
    },
  },
  /** The browser has no room, and there is no server: nobody is told that words are kept. */
  fullStorage: {
    async begin({ stage, typist }) {
      await setQuota(stage, typist, 1)
      stage.proxy.set('cut')
    },
    async end({ stage, typist }) {
      // The browser may still have room for an entry that replaces another: then it is in the journal.
      if ((await typist.says()).startsWith('Kept')) await typist.untilKept()
      stage.proxy.set('open')
      await typist.page().evaluate(`dispatchEvent(new Event('online'))`)
      await typist.untilKept()
      await setQuota(stage, typist)
    },
  },
  /** Another tab takes the page over. */
  twoTabs: {
    begin: nothing,
    async end({ typist }) {
      const first = typist.page()
      await typist.open()
      await first.getByRole('button', { name: 'Write here' }).waitFor({ timeout: patienceMs })
      await first.close()
    },
  },
}

async function setQuota({ origin }: Stage, { page }: Typist, quotaSize?: number) {
  const debuggers = await page().context().newCDPSession(page())
  await debuggers.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) })
}
