import { operations, paramNames } from '@stemma/contract'
import type { Browser, Page } from 'playwright-core'
import { inputFor, type Mounted, mountedOperations } from '../../packages/server/src/test/samples.ts'
import { givenTenant, paramsOf, type Tenant } from '../../packages/server/src/test/world.ts'
import { fillForm } from './fill-form.ts'
import { type ServedConsole, serveConsole } from './serve.ts'

/** What the server saw of the operations that Chromium sent. */
export interface Reached {
  readonly count: number
  readonly seen: number
  readonly done: number
  /** Operations that never arrived, or that failed although they were called as they should be. */
  readonly wrong: readonly string[]
}

/** These end the session that calls them, or close its organization, so nothing comes after them. */
const lastOnes: ReadonlySet<string> = new Set([
  ...['signOut', 'endSession', 'setPassword', 'deleteOrganizationById', 'deleteAuthenticatedUser'],
])

/**
 * Sends every operation of the contract from its form in Chromium, one after the other in one tab. The log of
 * the server says which of them arrived: a request counts only if the browser received its answer.
 */
export async function reachOperations(browser: Browser): Promise<Reached> {
  const seen = new Map<string, string>()
  const served = await serveConsole({ log: { write: (line) => note(seen, line) } })
  try {
    const all = mountedOperations().toSorted((a, b) => order(a) - order(b))
    const visit = await openForms(browser, served, seen)
    for (const mounted of all) await visit.reach(mounted)
    await visit.close()
    const missing = all.filter(({ id }) => !visit.arrived.has(id)).map(({ id }) => `${id}: never arrived`)
    const { arrived, failed } = visit
    const done = arrived.size - failed.size
    return { count: all.length, seen: arrived.size, done, wrong: [...missing, ...failed.values()] }
  } finally {
    await served.server.stop()
  }
}

/** Reading first, then writing, then deleting: fewer things are gone when something needs them. */
function order({ id, operation: { method, path } }: Mounted): number {
  if (lastOnes.has(id)) return 1000
  if (method === 'DELETE') return 500 - paramNames(path).length
  return method === 'GET' ? 0 : 100
}

function note(seen: Map<string, string>, line: string) {
  const { requestId, operation } = JSON.parse(line) as { requestId?: string; operation?: string }
  if (requestId !== undefined && operation !== undefined) seen.set(requestId, operation)
}

async function openForms(browser: Browser, served: ServedConsole, seen: ReadonlyMap<string, string>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  // The machine may be busy.
  page.setDefaultNavigationTimeout(120_000)
  const arrived = new Set<string>()
  const failed = new Map<string, string>()
  const requests: string[] = []
  page.on('response', (response) => {
    const id = response.headers()['x-request-id']
    if (id !== undefined) requests.push(id)
  })
  let ours: Tenant | undefined
  /** A new organization, and somebody who is signed in there. */
  const begin = async () => {
    ours = await givenTenant(served.server)
    await context.clearCookies()
    // The sample admin has a second factor.
    await context.addCookies([await served.cookieOf(ours.admin, { secondFactor: true })])
    await page.goto(`${served.origin}/app/o/${ours.organizationId}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 })
    return ours
  }
  const reach = async (mounted: Mounted) => {
    const { id, operation } = mounted
    if (operation.streams) {
      // The log has no line about a stream that the browser left: the answer tells that it arrived.
      if (await watch(page, mounted, await begin())) arrived.add(id)
      return
    }
    const first = lastOnes.has(id) || ours === undefined ? await begin() : ours
    let answer = await attempt(page, mounted, first)
    // What was deleted before is missing now.
    if (answer !== operation.status) answer = await attempt(page, mounted, await begin())
    if (answer !== operation.status) failed.set(id, `${id}: ${answer}`)
  }
  const close = async () => {
    await context.close()
    for (const id of requests) {
      const operation = seen.get(id)
      // The log names the files of the console too, by their paths.
      if (operation !== undefined && Object.hasOwn(operations, operation)) arrived.add(operation)
    }
  }
  return { reach, close, arrived, failed }
}

/** A stream has no form: the screens that follow it open it. */
async function watch(page: Page, { operation }: Mounted, ours: Tenant): Promise<boolean> {
  const { spaceId = '', changeRequestId, pagePath } = paramsOf(ours)
  const isReview = operation.path.includes('{changeRequestId}')
  const screen = isReview ? `~/review/${changeRequestId}` : `${pagePath}?view=visual`
  const path = operation.path.split('/').at(-1) ?? ''
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${path}`), {
    timeout: 120_000,
  })
  await page.goto(`${new URL(page.url()).origin}/app/o/${ours.organizationId}/s/${spaceId}/${screen}`)
  return (await stream).status() === operation.status
}

/** A form that can't be sent is a finding, and the others go on. */
async function attempt(page: Page, mounted: Mounted, ours: Tenant): Promise<number | string> {
  return send(page, mounted, ours).catch((error: unknown) => String(error).split('\n')[0] ?? '')
}

/** Fills in the form of an operation, sends it, and returns the status of the answer. */
async function send(page: Page, mounted: Mounted, ours: Tenant): Promise<number> {
  const { id, operation } = mounted
  const { params, ...sample } = inputFor(mounted, ours, ours.admin)
  const base = new URL(page.url()).origin
  // The samples name the sites of a server at the usual port.
  const input = JSON.parse(JSON.stringify(sample).replaceAll('http://127.0.0.1:3000', base))
  const { organizationId, ...others } = { organizationId: ours.organizationId, ...params }
  const search = new URLSearchParams(others)
  // The console follows its URL: loading it again for every form would take most of the time.
  const url = `${base}/app/o/${organizationId}/run/${id}?${search}`
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`)
  await page.getByRole('heading', { name: operation.summary, level: 1 }).waitFor()
  const answer = page.waitForResponse(
    (response) => {
      const { pathname } = new URL(response.url())
      return response.request().method() === operation.method && pathname === pathOf(mounted, params)
    },
    { timeout: 60_000 },
  )
  // Whoever waits in vain hears about the form first.
  answer.catch(() => {})
  await fillForm(page, id, input)
  return (await answer).status()
}

function pathOf({ operation }: Mounted, params: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? '').split('/').map(encodeURIComponent).join('/'),
  )
}
