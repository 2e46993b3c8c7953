import type { SiteCustomizationSettings } from '@stemma/contract'

type Items = SiteCustomizationSettings['pageActions']['items']
type Action = Items[number]

/** The settings that name a page action each, for clients that don't know the list. */
export interface Switches {
  readonly pdf?: Partial<SiteCustomizationSettings['pdf']>
  readonly git?: Partial<SiteCustomizationSettings['git']>
  readonly pageActions?: Partial<SiteCustomizationSettings['pageActions']>
}

/** What was set replaces what was there: the list if it changed, or else the single switches. */
export function chosenItems(before: Items, set: Switches, ai: SiteCustomizationSettings['ai']): Items {
  const { items } = set.pageActions ?? {}
  const isChanged = items !== undefined && !isEqual(items, before)
  return withAssistant(isChanged ? items : switched(before, set), ai)
}

/** The settings with every switch as the list says. */
export function withItems(settings: SiteCustomizationSettings, items: Items): SiteCustomizationSettings {
  return {
    ...settings,
    pdf: { enabled: items.includes('pdf') },
    git: { showEditLink: items.includes('git') },
    pageActions: {
      items,
      externalAI: items.includes('external-ai'),
      markdown: items.includes('markdown'),
      mcp: items.includes('mcp'),
    },
  }
}

function switched(items: Items, { pdf, git, pageActions }: Switches): Items {
  const wanted: readonly (readonly [Action, boolean | undefined])[] = [
    ['external-ai', pageActions?.externalAI],
    ['markdown', pageActions?.markdown],
    ['mcp', pageActions?.mcp],
    ['git', git?.showEditLink],
    ['pdf', pdf?.enabled],
  ]
  const off = new Set(wanted.filter(([, isOn]) => isOn === false).map(([action]) => action))
  const on = wanted.filter(([action, isOn]) => isOn === true && !items.includes(action))
  return [...items.filter((action) => !off.has(action)), ...on.map(([action]) => action)]
}

/** A menu that is not empty has the assistant exactly if the site has one. */
function withAssistant(items: Items, { mode }: SiteCustomizationSettings['ai']): Items {
  if (mode !== 'assistant') return items.filter((action) => action !== 'assistant')
  return items.length === 0 || items.includes('assistant') ? items : ['assistant', ...items]
}

function isEqual(one: Items, other: Items): boolean {
  return one.length === other.length && one.every((action, index) => action === other[index])
}
