import type { Locator, Page } from 'playwright-core'

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Locates the form control with exactly this label, with or without the required mark. */
export function input(within: Page | Locator, label: string): Locator {
  return within.getByLabel(new RegExp(`^${literal(label)}(\\s*\\*)?(\\s*\\(required\\))?$`))
}
