import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import type { Stage } from './stage.ts'
import { type Findings, newFindings, openTab } from './visit.ts'

/** Faults that pages must never have, each as the script that brings it about. */
const faults: Readonly<Record<keyof Omit<Findings, 'others'>, string>> = {
  axe: "document.querySelector('h1').insertAdjacentElement('afterend', document.createElement('button'))",
  // In every frame: the proof scrolls, and what moves above the part that is shown shifts nothing.
  shifts: `let frames = 0
    const move = () => {
      document.querySelector('.prose').prepend(document.createElement('br'), document.createElement('br'))
      if (frames++ < 300) requestAnimationFrame(move)
    }
    requestAnimationFrame(move)`,
  console: "console.error('planted')",
  policy: "document.querySelector('h1').setAttribute('style', 'color: red')",
  elsewhere: "new Image().src = 'https://planted.test/a.png'",
}

const visitsMax = 5

/** Plants each fault in a page, and fails unless it is seen. */
export async function showThatItSees(browser: Browser, stage: Stage) {
  const [drawn] = stage.docs.pages
  for (const [kind, script] of Object.entries(faults)) {
    const findings = newFindings()
    const tab = await openTab(browser, stage, { name: `planted ${kind}`, options: {} }, findings)
    await tab.page.addInitScript(`addEventListener('load', () => { ${script} })`)
    const seen = findings[kind as keyof Findings]
    // On a busy machine, a page can be painted for the first time after something has moved in it.
    for (let time = 0; drawn && seen.length === 0 && time < visitsMax; time++) await tab.visit(drawn)
    await tab.close()
    assert.ok(seen.length > 0, `A planted fault was not seen: ${kind}`)
  }
  console.log(`control: ${Object.keys(faults).length} planted faults, all seen`)
}
