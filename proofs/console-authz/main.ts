import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { askServer } from './ask.ts'
import { type Owner, ownNames } from './control.ts'
import { type Gathered, gatherControls } from './gather.ts'
import { openStage } from './stage.ts'
import { unnamedOperations } from './written.ts'

/**
 * Opens every screen of the console in Chromium as a person of each standing, and compares the controls that
 * they are offered with what the server allows them: a control that would be refused is wrong, and so is one
 * that is missing. CONSOLE_AUTHZ_SHORT=1 looks as four of the eight.
 */
const stage = await openStage()
const browser = await launchBrowser()
const nothing: Gathered = { controls: new Map(), closed: new Set() }
try {
  const seen = new Map<string, Gathered>()
  for (const person of stage.people) seen.set(person.standing, await gatherControls(browser, stage, person))
  const controls = new Map([...seen.values()].flatMap((own) => [...own.controls]))
  const wrong: string[] = unnamedOperations([...controls.values()])
  for (const person of stage.people) {
    const own = seen.get(person.standing) ?? nothing
    for (const [name, control] of [...controls].toSorted(([a], [b]) => a.localeCompare(b))) {
      const isOffered = isOfferedTo(person, name, own.controls)
      const { isAllowed, status } = await askServer(stage, person, control)
      if (isOffered && !isAllowed) wrong.push(`${person.standing} is refused (${status}): ${name}`)
      // A space of whose drafts they see none also has its controls on the screens that they can open.
      if (!isOffered && isAllowed && !own.closed.has(control.screen))
        wrong.push(`${person.standing} misses (${status}): ${name}`)
    }
  }
  for (const line of wrong) console.log(line)
  const figures = `${controls.size} controls × ${stage.people.length}, ${wrong.length} wrong`
  console.log(`console:authz: ${figures}, on ${stage.screens.length} screens`)
  process.exitCode = wrong.length > 0 || controls.size === 0 ? 1 : 0
} finally {
  await browser.close()
  await stage.stop()
}

/** On the same screen. What is about oneself may also be elsewhere: people see themselves in more places. */
function isOfferedTo(person: Owner, name: string, own: Gathered['controls']): boolean {
  const known = ownNames(person, name)
  if (known === name) return own.has(name)
  const request = (one: string) => one.slice(one.indexOf(': '))
  return [...own.keys()].some((one) => request(one) === request(known))
}
