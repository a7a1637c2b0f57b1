import { createContext, use } from 'react'
import type { ThemeChoice } from './themeChoice.ts'

export interface Theme {
  /** The user's choice. */
  choice: ThemeChoice
  /** The displayed theme. */
  theme: 'light' | 'dark'
  setChoice: (choice: ThemeChoice) => void
}

export const ThemeContext = createContext<Theme | undefined>(undefined)

/** Returns the theme and a setter. */
export function useTheme(): Theme {
  const theme = use(ThemeContext)
  if (!theme) throw new Error('useTheme needs a <ThemeProvider> above it.')
  return theme
}
