// Runs in a browser: does with every text what Node does with it, and reports what came out.
import { loadParser } from '@stemma/content/documents'
import { digestsOf } from './digests.ts'

run().then(
  (digests) => report('/digests', digests),
  (error) => report('/failure', `${error}\n${error.stack}`),
)

async function run() {
  await loadParser()
  const texts = await fetch('/texts')
  return digestsOf(await texts.json())
}

function report(path, value) {
  return fetch(path, { method: 'POST', body: JSON.stringify(value) })
}
