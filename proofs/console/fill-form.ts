import type { Page } from 'playwright-core'
import { forms } from '../../packages/console/src/screens/run/schemas.ts'
import { type Part, toShape } from '../../packages/console/src/screens/run/shape.ts'

interface Filled {
  readonly query?: object
  readonly body?: object
}

/** Fills in the form of an operation as somebody would, and sends it. */
export async function fillForm(page: Page, id: string, { query = {}, body }: Filled) {
  const form = page.locator('.run-form')
  await form.waitFor()
  if (Object.keys(query).length > 0) await fillQuery(page, query)
  if (body !== undefined) await fillBody(page, id, body)
  await form.locator('button[type="submit"]').click()
  const question = page.getByRole('alertdialog')
  if (isAsked(id)) await question.getByRole('button').last().click()
}

function isAsked(id: string): boolean {
  return /^(?:delete|remove|uninstall|unpublish|transfer|withdraw|decline|revoke|endSession|signOut)/.test(id)
}

/** Fields that few people need are folded. */
async function fillQuery(page: Page, query: object) {
  const folded = page.locator('.run-form > details.group:not([open]) > summary')
  if ((await folded.count()) > 0) await folded.last().click()
  for (const [name, value] of Object.entries(query)) await fillValue(page, `/query/${name}`, value)
}

/** Short texts in their fields, everything else as JSON. */
async function fillBody(page: Page, id: string, body: object) {
  const shape = toShape(forms[id]?.body ?? {})
  const parts: readonly Part[] = shape.kind === 'object' ? shape.parts : []
  const isPlain = Object.entries(body).every(([name, value]) => {
    const kind = parts.find((one) => one.name === name)?.shape.kind
    return value !== null && (kind === 'text' || kind === 'number')
  })
  if (isPlain && parts.length > 0) {
    for (const [name, value] of Object.entries(body)) await fillValue(page, `/body/${name}`, value)
    return
  }
  const asJSON = page.getByRole('checkbox', { name: 'Write the body as JSON' })
  if ((await asJSON.count()) > 0 && !(await asJSON.isChecked())) await asJSON.click()
  await page.locator('[name="/body"]').fill(JSON.stringify(body))
}

async function fillValue(page: Page, name: string, value: unknown) {
  const field = page.locator(`.run-form :is(input, textarea)[name="${name}"]`)
  if ((await field.count()) > 0) return field.fill(String(value))
  const check = page.locator('.run-form').getByRole('checkbox', { name: String(value), exact: true })
  if ((await check.count()) > 0) return check.check()
  const choice = page.locator('.choice', { has: page.locator(`select[name="${name}"]`) })
  await choice.getByRole('button').click()
  const isWord = !['true', 'false'].includes(String(value))
  await page.locator(`[role="option"][data-key='${isWord ? JSON.stringify(value) : value}']`).click()
}
