import { readFile } from 'node:fs/promises'
import packages from '../../package.json' with { type: 'json' }
import { type Answer, page, readAnswers, securityPage, words } from './page.ts'

/** Checks that every requirement has an answer, every named proof exists, and the page is up to date. */
const { sections, requirements, apiTopTen } = await readAnswers()
const sources = new Map<string, Promise<string | undefined>>()
const wrong = [...unanswered(), ...(await unproved([...requirements, ...apiTopTen]))]
if ((await securityPage()) !== (await source(page))) wrong.push(`${page} is stale: run \`npm run generate\``)

const count = (state: keyof typeof words) =>
  requirements.filter((one) => one.state === state).reduce((sum, { ids }) => sum + ids.length, 0)
for (const line of wrong) console.log(line)
console.log(`asvs: ${count('operator')} are up to the operator, ${count('none')} are not applicable`)
console.log(`asvs: ${count('holds')}/${count('holds') + count('open')}, ${count('open')} open`)
process.exitCode = wrong.length > 0 ? 1 : 0

function unanswered(): string[] {
  const asked = Object.entries(sections).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  )
  const answered = requirements.flatMap(({ ids }) => ids)
  return [
    ...asked.filter((id) => !answered.includes(id)).map((id) => `${id} has no answer`),
    ...answered.filter((id) => !asked.includes(id)).map((id) => `${id} is no requirement of level 1 or 2`),
    ...answered.filter((id, index) => answered.indexOf(id) < index).map((id) => `${id} has two answers`),
  ]
}

async function unproved(answers: readonly Answer[]): Promise<string[]> {
  const found = await Promise.all(
    answers.map(async ({ ids, state, proofs }) => {
      const known = await Promise.all(proofs.map(isThere))
      const missing = proofs.filter((_, index) => !known[index]).map((proof) => `${ids[0]}: no ${proof}`)
      const isBare = state === 'holds' && proofs.length === 0
      return [
        ...missing,
        ...(isBare ? [`${ids[0]} is said to hold without a proof`] : []),
        ...(state in words ? [] : [`${ids[0]} is of an unknown state, ${state}`]),
      ]
    }),
  )
  return found.flat()
}

/** A proof is the full title of a test, or a command of package.json. */
async function isThere(proof: string): Promise<boolean> {
  const command = /^npm run ([\w:]+)$/.exec(proof)?.[1]
  if (command !== undefined) return command in packages.scripts
  const [file = '', title = ''] = proof.split(' › ')
  const path = /^(?:packages|proofs|tools)\//.test(file) ? file : `packages/server/src/${file}`
  const text = (await source(path)) ?? ''
  return /\.test\.ts$/.test(path) && title !== '' && titlesIn(text).has(title)
}

function titlesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\btest\(\s*(['"`])(.+?)\1\s*,/g)].map(([, , title = '']) => title))
}

function source(path: string): Promise<string | undefined> {
  const known =
    sources.get(path) ?? readFile(new URL(`../../${path}`, import.meta.url), 'utf8').catch(() => undefined)
  sources.set(path, known)
  return known
}
