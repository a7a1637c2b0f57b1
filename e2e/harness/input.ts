import type { Locator, Page } from 'playwright-core'

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The form control with exactly this label, whether or not it is marked as required. */
export const input = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${literal(label)}(\\s*\\*)?(\\s*\\(required\\))?$`))
