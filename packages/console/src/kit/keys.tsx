import { Fragment } from 'react'
import { isApple } from './platform.ts'
import './keys.css'

/** Keys as they are written on the keyboard of this person: `mod+k`, or `g h` one after the other. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {namesOf(keys).map((names, at) => (
        <Fragment key={names.join(' ')}>
          {at > 0 && <span>then</span>}
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

/** The names of the keys of each step. */
export function namesOf(keys: string): readonly (readonly string[])[] {
  return keys.split(' ').map((step) => step.split(/[+-]/).map(nameOf))
}

function nameOf(key: string): string {
  const name = key.toLowerCase()
  return (isApple ? appleNames[name] : undefined) ?? names[name] ?? name.toUpperCase()
}

const appleNames: Readonly<Record<string, string>> = {
  mod: '⌘',
  shift: '⇧',
  alt: '⌥',
  enter: '↵',
  delete: '⌦',
  tab: '⇥',
  escape: 'esc',
}

const names: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
  delete: 'Del',
  tab: 'Tab',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}
