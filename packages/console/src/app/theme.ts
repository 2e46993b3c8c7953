import { useState } from 'react'

const key = 'stemma.theme'

/** Light, dark, or what the system says: kept in this browser. */
export function useTheme() {
  const [theme, setTheme] = useState(shownTheme)
  return {
    theme,
    switchTheme() {
      const next = theme === 'dark' ? 'light' : 'dark'
      document.documentElement.dataset.theme = next
      localStorage.setItem(key, next)
      setTheme(next)
    },
  }
}

export function shownTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemIsDark().matches ? 'dark' : 'light'
}

/** Calls back when the person or the system may have changed the theme. */
export function watchTheme(notify: () => void): () => void {
  const media = systemIsDark()
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  media.addEventListener('change', notify)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', notify)
  }
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
