/** A page that was opened in this browser. */
export interface RecentPage {
  readonly organizationId: string
  readonly spaceId: string
  readonly space: string
  readonly path: string
  readonly title: string
  readonly at: string
}

const most = 12

/** What one person opened: whoever signs in after them in this browser has a list of their own. */
export function recentPages(userId: string): readonly RecentPage[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as readonly RecentPage[]
  } catch {
    return []
  }
}

/** Puts a page first, and forgets the oldest. */
export function rememberPage(userId: string, page: RecentPage) {
  const others = recentPages(userId).filter((one) => one.spaceId !== page.spaceId || one.path !== page.path)
  localStorage.setItem(keyOf(userId), JSON.stringify([page, ...others].slice(0, most)))
}

function keyOf(userId: string): string {
  return `stemma.recent.${userId}`
}
