import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import type { Stage } from './stage.ts'
import { type Findings, newFindings, openTab } from './visit.ts'

/** Faults that pages must never have, each as the script that brings it about. */
const faults: Readonly<Record<keyof Omit<Findings, 'others'>, string>> = {
  axe: "document.querySelector('h1').insertAdjacentElement('afterend', document.createElement('button'))",
  shifts: `setTimeout(() => {
    const block = document.createElement('div')
    block.append(...Array.from({ length: 20 }, () => document.createElement('br')))
    document.querySelector('.prose').prepend(block)
  }, 50)`,
  console: "console.error('planted')",
  policy: "document.querySelector('h1').setAttribute('style', 'color: red')",
  elsewhere: "new Image().src = 'https://planted.test/a.png'",
}

/** Plants each fault in a page, and fails unless it is seen. */
export async function showThatItSees(browser: Browser, stage: Stage) {
  const [drawn] = stage.docs.pages
  for (const [kind, script] of Object.entries(faults)) {
    const findings = newFindings()
    const tab = await openTab(browser, stage, { name: `planted ${kind}`, options: {} }, findings)
    await tab.page.addInitScript(`addEventListener('load', () => { ${script} })`)
    if (drawn) await tab.visit(drawn)
    await tab.close()
    assert.ok(findings[kind as keyof Findings].length > 0, `A planted fault was not seen: ${kind}`)
  }
  console.log(`control: ${Object.keys(faults).length} planted faults, all seen`)
}
