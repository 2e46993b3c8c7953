const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })
const dayAndYear = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

/** A moment as people say it: the time today, then yesterday, then the day. */
export function sayWhen(timestamp: string, now: Date = new Date()): string {
  const then = new Date(timestamp)
  const days = daysBetween(then, now)
  if (days === 0) return time.format(then)
  if (days === 1) return 'yesterday'
  return (then.getFullYear() === now.getFullYear() ? day : dayAndYear).format(then)
}

/** The day of a moment, as a heading. */
export function sayDay(timestamp: string, now: Date = new Date()): string {
  const then = new Date(timestamp)
  const days = daysBetween(then, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return (then.getFullYear() === now.getFullYear() ? day : dayAndYear).format(then)
}

/** The day and the time of a moment, within a sentence. */
export function sayMoment(timestamp: string, now: Date = new Date()): string {
  const said = sayDay(timestamp, now)
  // “Today” begins a line elsewhere.
  const words = /day$/.test(said) ? said.toLowerCase() : said
  return `${words}, ${sayTime(timestamp)}`
}

/** The time of a moment, where its day is said elsewhere. */
export function sayTime(timestamp: string): string {
  return time.format(new Date(timestamp))
}

function daysBetween(then: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(then)) / 86_400_000)
}
