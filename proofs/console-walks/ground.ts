import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import type { ServedConsole } from '../console/serve.ts'
import type { Means, Walker } from './walker.ts'

/** What a walk begins with: a server, and people who sit down at it. */
export interface Ground {
  readonly served: ServedConsole
  readonly means: Means
  /** Somebody who has signed in; without a person, somebody who has not. */
  readonly walkerFor: (person?: Person) => Promise<Walker>
}

export function heading(page: Page, name: string, level = 1): Locator {
  return page.getByRole('heading', { level, name, exact: true })
}

export function button(page: Page, name: string, within: Page | Locator = page): Locator {
  return within.getByRole('button', { name, exact: true })
}

export function textbox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text of the page' })
}
