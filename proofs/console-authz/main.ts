import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { askServer } from './ask.ts'
import { type Control, type Owner, ownNames } from './control.ts'
import { gatherControls } from './gather.ts'
import { openStage } from './stage.ts'
import { unnamedOperations } from './written.ts'

/**
 * Opens every screen of the console in Chromium as a person of each standing, and compares the controls that
 * they are offered with what the server allows them: a control that would be refused is wrong, and so is one
 * that is missing. CONSOLE_AUTHZ_SHORT=1 looks as three of the seven.
 */
const stage = await openStage()
const browser = await launchBrowser()
try {
  const seen = new Map<string, ReadonlyMap<string, Control>>()
  for (const person of stage.people) seen.set(person.standing, await gatherControls(browser, stage, person))
  const controls = new Map([...seen.values()].flatMap((own) => [...own]))
  const wrong: string[] = unnamedOperations([...controls.values()])
  for (const person of stage.people)
    for (const [name, control] of [...controls].toSorted(([a], [b]) => a.localeCompare(b))) {
      const isOffered = isOfferedTo(person, name, seen.get(person.standing) ?? new Map())
      const { isAllowed, status } = await askServer(stage, person, control)
      if (isOffered && !isAllowed) wrong.push(`${person.standing} is refused (${status}): ${name}`)
      if (!isOffered && isAllowed) wrong.push(`${person.standing} misses (${status}): ${name}`)
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
function isOfferedTo(person: Owner, name: string, own: ReadonlyMap<string, Control>): boolean {
  const known = ownNames(person, name)
  if (known === name) return own.has(name)
  const request = (one: string) => one.slice(one.indexOf(': '))
  return [...own.keys()].some((one) => request(one) === request(known))
}
