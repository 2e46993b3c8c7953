import { customizationParts, type SettingParts, type SiteCustomizationSettings } from '@stemma/contract'
import { defaultSettings } from './defaults.ts'

/** Settings by name. Some values are nested settings. */
export type Settings = Readonly<Record<string, unknown>>

/** The stored settings, with defaults for settings that were added later. */
export function siteSettings(stored: Settings | null): SiteCustomizationSettings {
  return overlaid(defaultSettings, stored ?? {}) as unknown as SiteCustomizationSettings
}

export function siteSpaceSettings(site: SiteCustomizationSettings, overrides: Settings | null) {
  return overlaid(site, overrides ?? {}) as unknown as SiteCustomizationSettings
}

export function hasOverrides(overrides: Settings | null): boolean {
  return overrides !== null && Object.keys(overrides).length > 0
}

function overlaid(below: object, above: Settings, parts: SettingParts = customizationParts): Settings {
  const result: Record<string, unknown> = { ...below }
  for (const [name, value] of Object.entries(above)) {
    const inner = parts[name]
    result[name] = inner ? overlaid((result[name] ?? {}) as object, value as Settings, inner) : value
  }
  return result
}

/** The overrides of a site space after a change. Null removes a setting, and empty parts are removed too. */
export function changedOverrides(
  overrides: Settings | null,
  changes: Settings,
  parts: SettingParts = customizationParts,
): Settings {
  const result: Record<string, unknown> = { ...overrides }
  for (const [name, value] of Object.entries(changes)) {
    const inner = parts[name]
    const changed = inner
      ? changedOverrides((result[name] ?? null) as Settings | null, value as Settings, inner)
      : value
    const isNothing = changed === null || (inner && Object.keys(changed as Settings).length === 0)
    if (isNothing) delete result[name]
    else result[name] = changed
  }
  return result
}
