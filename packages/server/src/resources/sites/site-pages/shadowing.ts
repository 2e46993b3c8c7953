import type { Context } from '../../../common/context.ts'
import { decoded } from '../../../publishing/addresses.ts'
import type { Entrance } from './entering.ts'
import { pageAt } from './navigating.ts'
import type { Opened } from './opening.ts'
import { hrefOf } from './placing.ts'
import { openShown } from './reading.ts'

/**
 * The path of a page whose slug is also the name of its default section or variant. Its URL names the page:
 * that of the section is the one without the name.
 */
export async function shadowedPath(
  { entrance, opened }: { readonly entrance: Entrance; readonly opened: Opened },
  context: Context,
): Promise<string | undefined> {
  const { siteSpace, taken } = opened.chosen
  const names = entrance.rest.map(decoded)
  const paths = Array.from({ length: taken }, (_, at) => names.slice(at).join('/'))
  const path = paths.find((one) => hrefOf(opened, siteSpace, one) === entrance.url.pathname)
  if (path === undefined) return undefined
  const page = await pageAt(context, await openShown(context, opened), path)
  return page && path
}
