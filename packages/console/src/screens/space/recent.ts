/** A page that was opened in this browser. */
export interface RecentPage {
  readonly organizationId: string
  readonly spaceId: string
  readonly space: string
  readonly path: string
  readonly title: string
  readonly at: string
}

const key = 'stemma.recent'
const most = 12

export function recentPages(): readonly RecentPage[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as readonly RecentPage[]
  } catch {
    return []
  }
}

/** Puts a page first, and forgets the oldest. */
export function rememberPage(page: RecentPage) {
  const others = recentPages().filter((one) => one.spaceId !== page.spaceId || one.path !== page.path)
  localStorage.setItem(key, JSON.stringify([page, ...others].slice(0, most)))
}
