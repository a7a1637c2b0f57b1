export const themeChoices = ['system', 'light', 'dark'] as const

export type ThemeChoice = (typeof themeChoices)[number]

/** The storage key. themeBoot.js, which runs before any module, has a copy. */
export const themeKey = 'coffer.theme'

/** Returns the stored choice. Invalid values count as `system`. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey)
    return themeChoices.find(choice => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Stores a choice if the browser allows it. */
export function writeThemeChoice(choice: ThemeChoice) {
  try {
    localStorage.setItem(themeKey, choice)
  } catch {
    // Without storage, as in some private windows, the choice lasts until the page is closed.
  }
}
