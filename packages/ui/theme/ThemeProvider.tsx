import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMedia } from '../style/useMedia.ts'
import { ThemeContext } from './ThemeContext.ts'
import { readThemeChoice, type ThemeChoice, themeKey, writeThemeChoice } from './themeChoice.ts'

/** Manages the theme: stores it, applies it to `<html>` and synchronizes other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(readThemeChoice)
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const theme = choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice

  useLayoutEffect(() => {
    document.documentElement.dataset.theme = choice
  }, [choice])

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === themeKey || event.key === null) setChoice(readThemeChoice())
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const value = useMemo(() => {
    const change = (next: ThemeChoice) => {
      writeThemeChoice(next)
      setChoice(next)
    }
    return { choice, theme, setChoice: change } as const
  }, [choice, theme])
  return <ThemeContext value={value}>{children}</ThemeContext>
}
