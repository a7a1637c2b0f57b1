import { createContext, use } from 'react'
import type { ThemeChoice } from './themeChoice.ts'

export interface Theme {
  /** What the reader chose. */
  choice: ThemeChoice
  /** What is on the screen. */
  theme: 'light' | 'dark'
  setChoice: (choice: ThemeChoice) => void
}

export const ThemeContext = createContext<Theme | undefined>(undefined)

/** The theme and the way to change it. */
export function useTheme(): Theme {
  const theme = use(ThemeContext)
  if (!theme) throw new Error('useTheme needs a <ThemeProvider> above it.')
  return theme
}
