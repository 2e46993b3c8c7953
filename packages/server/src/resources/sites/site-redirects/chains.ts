/** A live redirect, as far as it decides where visitors go next. */
export interface Step {
  readonly source: string
  readonly captureWildcard: boolean
  /** The path below the site to which it leads; absent if no redirect can follow. */
  readonly to?: string | undefined
}

/** Live redirects by their sources. */
export type Steps = ReadonlyMap<string, Step>

/**
 * Whether somebody who follows a redirect would be redirected without end. Pages are left out of account: one
 * that ends a chain today can be deleted tomorrow.
 */
export function isEndless(steps: Steps, step: Step): boolean {
  if (step.to === undefined) return false
  if (step.source === step.to) return true
  const follow = follower(steps)
  const places: Place[] = [{ path: step.to, isOpen: false }]
  if (captures(step)) places.push({ path: `${step.to}/`, isOpen: true })
  return places.some((place) => follow(place, 0, 1))
}

/** A path that a redirect leads to. An open one stands for all paths that begin with it. */
interface Place {
  readonly path: string
  readonly isOpen: boolean
}

/** Browsers give up after twenty redirects. */
const stepsMax = 20
/** Each open place is compared with all redirects. */
const openMax = 200

function follower(steps: Steps) {
  const wildLengths = wildLengthsOf(steps)
  const ended = new Set<string>()
  const above = new Map<string, number>()
  let open = 0
  /** `narrowed` counts the steps that apply only to some of the paths, which are shorter after them. */
  const follow = (place: Place, narrowed: number, depth: number): boolean => {
    const name = `${place.path}${place.isOpen ? '*' : ''}`
    if (ended.has(name)) return false
    const known = above.get(name)
    if (known !== undefined) return known === narrowed
    if (depth > stepsMax || (place.isOpen && ++open > openMax)) return true
    above.set(name, narrowed)
    const next = place.isOpen ? afterOpen(steps, place.path) : afterExact(steps, place.path, wildLengths)
    const isLoop = next.some((one) => follow(one, narrowed + (one.isNarrower ? 1 : 0), depth + 1))
    above.delete(name)
    ended.add(name)
    return isLoop
  }
  return follow
}

interface Next extends Place {
  readonly isNarrower?: boolean
}

/** How long the texts before wildcards are, the longest first. */
function wildLengthsOf(steps: Steps): readonly number[] {
  const wild = [...steps.keys()].filter((source) => source.endsWith('*'))
  return [...new Set(wild.map(({ length }) => length - 1))].sort((a, b) => b - a)
}

function afterExact(steps: Steps, path: string, wildLengths: readonly number[]): Next[] {
  const length = wildLengths.find((one) => one <= path.length && steps.has(`${path.slice(0, one)}*`))
  const wild = length === undefined ? undefined : steps.get(`${path.slice(0, length)}*`)
  const step = steps.get(path) ?? wild
  if (step?.to === undefined) return []
  const next = joined(step.to, captures(step) ? path.slice(length) : '')
  // A redirect that leads to where it comes from is not followed.
  return next === path ? [] : [{ path: next, isOpen: false }]
}

function afterOpen(steps: Steps, path: string): Next[] {
  const next: Next[] = []
  let longest: { readonly text: string; readonly step: Step } | undefined
  for (const step of steps.values()) {
    const isWild = step.source.endsWith('*')
    const text = isWild ? step.source.slice(0, -1) : step.source
    if (isWild && path.startsWith(text)) {
      if (longest === undefined || text.length > longest.text.length) longest = { text, step }
    } else if (text.startsWith(path) && step.to !== undefined) {
      next.push({ path: step.to, isOpen: false })
      if (captures(step)) next.push({ path: `${step.to}/`, isOpen: true, isNarrower: true })
    }
  }
  const { text = '', step } = longest ?? {}
  if (step?.to === undefined) return next
  if (!captures(step)) return [...next, { path: step.to, isOpen: false }]
  const opened = joined(`${step.to}/`, path.slice(text.length))
  return opened === path ? next : [...next, { path: opened, isOpen: true }]
}

function captures({ source, captureWildcard }: Step): boolean {
  return captureWildcard && source.endsWith('*')
}

function joined(path: string, captured: string): string {
  if (captured === '') return path
  const below = captured.startsWith('/') ? captured.slice(1) : captured
  return path.endsWith('/') ? path + below : `${path}/${below}`
}
