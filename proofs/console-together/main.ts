import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { serveConsole } from '../console/serve.ts'
import { margin } from '../kit/margin.ts'
import { approve, comment, givenPeople, merge, type Written, write } from './people.ts'

/**
 * Two people review a change request while its author writes it: comments, edits, approvals and at last the
 * merge, each in a browser of their own. Nothing may be lost, and all must see the same without a reload.
 * CONSOLE_TOGETHER_SECONDS is how long they work.
 */
const seconds = Number(process.env.CONSOLE_TOGETHER_SECONDS ?? 300)
const agreeMsMax = 2000
const giveUpMs = 30_000
/** Between two acts of one person. */
const pauseMs = 500

/** Runs in the browser: notes when each text stood on the screen first. */
const watch = `(() => {
  globalThis.seen = {}
  const look = () => {
    const texts = document.querySelector('#main').textContent.matchAll(/(?:Sentence|Comment) \\w-\\d+ ends/g)
    for (const [text] of texts) globalThis.seen[text] ??= Date.now()
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
})()`

/** What a person sees of a review: its state, its text, who reviewed it, and what people say. */
const parts = JSON.stringify(['.review-acts > .badge', '.page-diff', '.reviewers', '.posted-body'])
const state = `JSON.stringify(${parts}.map((part) =>
  [...document.querySelectorAll(part)].map(({ textContent }) => textContent)))`

const browser = await launchBrowser()
const served = await serveConsole()
try {
  const { reviews, draft, read } = await givenPeople(browser, served)
  for (const review of reviews) await review.evaluate(watch)
  const [first, second, own] = reviews
  const until = Date.now() + seconds * 1000
  const written = await Promise.all([
    repeat(until, (at) => comment(first, `Comment a-${at} ends`)),
    repeat(until, (at) => reviewOnce(second, at)),
    repeat(until, (at) => (at % 4 === 3 ? comment(own, `Comment w-${at} ends`) : writeOnce(draft, at))),
  ])
  await approve(second)
  const merged = await merge(first)
  const equalMs = await equalAfter(reviews, merged)
  const all = written.flat()
  const stored = await read()
  const lost = all.filter(({ text }) => !stored.includes(text)).length
  report({ all, lost, equalMs, lags: await lagsOf(reviews, all) })
} finally {
  await browser.close()
  await served.server.stop()
}

async function repeat(until: number, act: (at: number) => Promise<Written>): Promise<readonly Written[]> {
  const written: Written[] = []
  for (let at = 0; Date.now() < until; at++) {
    written.push(await act(at))
    await wait(pauseMs)
  }
  return written
}

/** Every fifth comment comes with an approval, which the next edit makes outdated. */
async function reviewOnce(review: Page, at: number): Promise<Written> {
  if (at % 5 === 4) await approve(review)
  return comment(review, `Comment b-${at} ends`)
}

function writeOnce(page: Page, at: number): Promise<Written> {
  return write(page, `Sentence w-${at} ends`)
}

/** How long after the merge every screen shows the same. */
async function equalAfter(reviews: readonly Page[], merged: number): Promise<number> {
  while (Date.now() < merged + giveUpMs) {
    const states = await Promise.all(reviews.map((review) => review.evaluate(state)))
    if (new Set(states).size === 1 && String(states[0]).includes('"Merged"')) return Date.now() - merged
    await wait(50)
  }
  return Number.POSITIVE_INFINITY
}

/** For every text and screen, how long after the server had it; undefined if it never stood there. */
async function lagsOf(reviews: readonly Page[], all: readonly Written[]) {
  const seen = await Promise.all(reviews.map((review) => review.evaluate('globalThis.seen')))
  return all.flatMap(({ text, at }) =>
    seen.map((times) => {
      const when = (times as Readonly<Record<string, number>>)[text]
      return when === undefined ? undefined : Math.max(0, when - at)
    }),
  )
}

interface Figures {
  readonly all: readonly Written[]
  readonly lost: number
  readonly equalMs: number
  readonly lags: readonly (number | undefined)[]
}

function report({ all, lost, equalMs, lags }: Figures) {
  const unseen = lags.filter((lag) => lag === undefined).length
  const sorted = lags.flatMap((lag) => lag ?? []).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const sentences = all.filter(({ text }) => text.startsWith('Sentence')).length
  console.log(
    `console:together: 3 people, ${seconds} s, ${sentences} sentences, ${all.length - sentences} comments: ` +
      `${lost} lost, ${unseen} not shown; shown after ${at(0.5)} ms, p95 ${at(0.95)} ms; ` +
      `all screens equal ${equalMs} ms after the merge (≤ ${agreeMsMax})`,
  )
  process.exitCode = lost + unseen === 0 && equalMs <= agreeMsMax * margin ? 0 : 1
}
