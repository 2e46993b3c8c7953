import { useEffect, useEffectEvent } from 'react'

/** What a key, or two keys one after the other, does: `?`, `g h`, `mod+k`, `mod+shift+m`. */
export type Shortcuts = Readonly<Record<string, () => void>>

const sequenceMs = 1000

/** Listens while the component is shown. Single letters count only where they don't write or search. */
export function useShortcuts(shortcuts: Shortcuts) {
  const press = useEffectEvent((keys: string) => {
    const action = shortcuts[keys]
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

function nameOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey) return undefined
  const shift = event.shiftKey ? 'shift+' : ''
  if (event.ctrlKey || event.metaKey) return `mod+${shift}${event.key.toLowerCase()}`
  return takesLetters(event.target) ? undefined : event.key.toLowerCase()
}

/** Fields take letters as text; trees, menus and lists go to the item that begins with them. */
function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(takers) !== null
}

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select'
const takers = `${fields}, [role="treegrid"], [role="menu"], [role="listbox"], [role$="dialog"]`
