import type { SiteCustomizationSettings } from '@stemma/contract'
import type { Option } from '../../../kit/choice.tsx'

type Settings = SiteCustomizationSettings

/** One setting of a site, by the path of its value. */
export type Setting = Named &
  (
    | { readonly kind: 'choice' | 'font'; readonly options: readonly Option[] }
    | { readonly kind: 'switch' }
    | { readonly kind: 'text'; readonly max: number; readonly isLong?: boolean }
    | { readonly kind: 'url' }
    /** A pair for light and dark. An optional one can be removed. */
    | { readonly kind: 'colors'; readonly isOptional?: boolean }
    | { readonly kind: 'images' }
    | { readonly kind: 'checks'; readonly options: readonly Option[] }
    | { readonly kind: 'links'; readonly of: 'header' | 'footer' }
    | { readonly kind: 'accounts' | 'link' | 'target' }
    /** A text in other languages. */
    | { readonly kind: 'translations'; readonly max: number }
    /** Texts, one per line. */
    | { readonly kind: 'lines'; readonly max: number }
  )

interface Named {
  readonly path: string
  readonly label: string
  readonly note?: string
}

export interface SettingGroup {
  readonly id: string
  readonly name: string
  readonly settings: readonly Setting[]
}

/** What an announcement begins with: without one there are no such settings. */
const parents: Readonly<Record<string, object>> = {
  announcement: { enabled: false, message: 'Something is new', style: 'info' },
}

export function valueAt(settings: Settings, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], settings)
}

/** The settings with another value at a path. `undefined` removes it. */
export function withValue(settings: Settings, path: string, value: unknown): Settings {
  return put(settings, path.split('.'), value) as Settings
}

function put(into: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const before = into as Readonly<Record<string, unknown>>
  const next = rest.length === 0 ? value : put((before[name] ?? parents[name] ?? {}) as object, rest, value)
  const { [name]: _old, ...others } = before
  const isGone =
    next === undefined || (rest.length > 0 && Object.keys(next as object).length === 0 && name === 'tint')
  return isGone ? others : { ...before, [name]: next }
}

/** The settings that differ, each as a whole. */
export function changedIn(saved: Settings, edited: Settings): Partial<Settings> {
  const names = [...new Set([...Object.keys(saved), ...Object.keys(edited)])] as (keyof Settings)[]
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(edited[name]))
  return Object.fromEntries(changed.map((name) => [name, edited[name]]))
}
