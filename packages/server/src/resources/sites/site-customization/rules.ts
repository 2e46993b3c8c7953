import { customizationParts, type SettingParts, type SiteCustomizationSettings } from '@stemma/contract'
import type { Gate } from '../../../auth/audience.ts'
import { defaultSettings } from './defaults.ts'
import { chosenItems, type Switches, withItems } from './page-actions.ts'

/** Settings by name. Some values are nested settings. */
export type Settings = Readonly<Record<string, unknown>>

/** The stored settings, with defaults for settings that were added later. */
export function siteSettings(stored: Settings | null): SiteCustomizationSettings {
  return settingsOver(defaultSettings, stored ?? {})
}

export function siteSpaceSettings(site: SiteCustomizationSettings, overrides: Settings | null) {
  return settingsOver(site, overrides ?? {})
}

function settingsOver(below: SiteCustomizationSettings, above: Settings): SiteCustomizationSettings {
  const result = overlaid(below, above) as unknown as SiteCustomizationSettings
  return withItems(result, chosenItems(below.pageActions.items, above as Switches, result.ai))
}

/** Links in the header can have conditions, like sections. Visitors don't see instructions for an AI. */
export function seenSettings(settings: SiteCustomizationSettings, gate: Gate): SiteCustomizationSettings {
  const { header } = settings
  const { instructions: _, ...ai } = settings.ai
  const links = header.links.filter(({ condition }) => gate(condition) === undefined)
  return { ...settings, ai, header: { ...header, links } }
}

/** What replaces the stored settings: settings that only some clients know are kept if a request has none. */
export function replacingSettings(stored: Settings | null, body: Settings): Settings {
  const before = siteSettings(stored)
  const { localizedTitle, socialAccounts, history } = before
  const styling = { codeTheme: before.styling.codeTheme, ...(body.styling as object) }
  const kept = { ...(localizedTitle && { localizedTitle }), socialAccounts, history, ...body, styling }
  const items = chosenItems(before.pageActions.items, body as Switches, siteSettings(kept).ai)
  return { ...withItems(siteSettings(kept), items) }
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
