import { useEffect, useEffectEvent } from 'react'
import { keptValue } from './kept-value.ts'
import { sharedValue } from './shared-value.ts'
import { type GroupName, type KeyOf, keysOf, shortcutTable } from './shortcut-table.ts'

/** What keys of a group do now. Keys that do nothing now are missing. */
type Actions<Name extends GroupName> = Readonly<Partial<Record<KeyOf<Name>, () => void>>>

const sequenceMs = 1000

interface Bound {
  readonly group: GroupName
  readonly keys: readonly string[]
}

const allBound = sharedValue<readonly Bound[]>([])

/** People who dictate to their computer can switch off keys that are only a letter. */
export const letterKeys = keptValue('stemma.letter-keys', { areOn: true })

/** Binds keys of the table while the component is shown. Letters count only where they don't write. */
export function useShortcuts<Name extends GroupName>(group: Name, actions: Actions<Name>) {
  const keys = Object.keys(actions).join('\n')
  useEffect(() => {
    const bound = { group, keys: keys.split('\n') }
    allBound.set([...allBound.get(), bound])
    return () => allBound.set(allBound.get().filter((one) => one !== bound))
  }, [group, keys])
  const press = useEffectEvent((pressed: string) => {
    const action = (actions as Readonly<Record<string, () => void>>)[pressed]
    action?.()
    return action !== undefined
  })
  useEffect(() => {
    let [before, at] = ['', 0]
    const listen = (event: KeyboardEvent) => {
      const key = nameOf(event)
      if (key === undefined) return
      const pair = event.timeStamp - at < sequenceMs ? `${before} ${key}` : ''
      if (press(pair) || press(key)) event.preventDefault()
      ;[before, at] = [key, event.timeStamp]
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The groups with keys that do something now, and what they do. */
export function useBoundKeys() {
  const bound = allBound.useValue()
  return (Object.keys(shortcutTable) as readonly GroupName[])
    .filter((group) => bound.some((one) => one.group === group))
    .map((group) => ({
      group,
      name: shortcutTable[group].name,
      keys: keysOf(
        group,
        bound.filter((one) => one.group === group).flatMap((one) => one.keys),
      ),
    }))
    .filter(({ keys }) => keys.length > 0)
}

function nameOf(event: KeyboardEvent): string | undefined {
  const { altKey } = event
  if (event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return undefined
  const shift = event.shiftKey ? 'shift+' : ''
  // With Alt, a key writes another character on some keyboards.
  const key = altKey ? event.code.replace(/^Key/, '') : event.key
  if (event.ctrlKey || event.metaKey) return `mod+${altKey ? 'alt+' : ''}${shift}${key.toLowerCase()}`
  if (altKey) return undefined
  return letterKeys.get().areOn && !takesLetters(event) ? event.key.toLowerCase() : undefined
}

/** Fields take letters as text; trees, menus and lists go to the item that begins with them. */
function takesLetters({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(key === '?' ? writers : takers) !== null
}

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select'
const writers = `${fields}, [role$="dialog"]`
const takers = `${writers}, [role="treegrid"], [role="menu"], [role="listbox"]`
