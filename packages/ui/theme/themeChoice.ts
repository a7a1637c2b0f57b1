export const themeChoices = ['system', 'light', 'dark'] as const

export type ThemeChoice = (typeof themeChoices)[number]

/** Also known to themeBoot.js, which runs before any module. */
export const themeKey = 'coffer.theme'

/** The remembered choice; anything unreadable counts as `system`. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey)
    return themeChoices.find(choice => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Remembers a choice where the browser allows it. */
export function writeThemeChoice(choice: ThemeChoice) {
  try {
    localStorage.setItem(themeKey, choice)
  } catch {
    // A private window without storage: the choice holds until the page closes.
  }
}
