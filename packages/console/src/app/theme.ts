import { useState } from 'react'

const key = 'stemma.theme'

/** Light, dark, or what the system says: kept in this browser. */
export function useTheme() {
  const [theme, setTheme] = useState(shown)
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

function shown(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
