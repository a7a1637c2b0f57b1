import type { Locator, Page } from 'playwright-core'

/** Locates the group of a relation field in a form, with or without the required mark. */
export function relation(within: Page | Locator, name: string): Locator {
  return within.getByRole('group', { name: new RegExp(`^${name}(\\s*\\(required\\))?$`) })
}

/** Reads the displayed names of a relation field's records, in order. */
export async function relatedNames(field: Locator): Promise<string[]> {
  const labels = await field
    .getByRole('listitem')
    .getByRole('button', { name: /^Remove / })
    .evaluateAll(buttons => buttons.map((button: { ariaLabel: string }) => button.ariaLabel))
  return labels.map(label => label.replace('Remove ', ''))
}

/** Locates the picker of a collection's records. */
const picker = (page: Page, collection: string): Locator => page.getByRole('dialog', { name: `Select ${collection} records` })

/** Locates an option of a picker by name. */
export function choice(within: Locator, name: string): Locator {
  return within.getByRole('checkbox', { name, exact: true }).or(within.getByRole('radio', { name, exact: true }))
}

/** Opens the picker of a relation field. */
export async function openPicker(page: Page, field: Locator, collection: string): Promise<Locator> {
  await field.getByRole('button', { name: 'Open picker' }).click()
  const opened = picker(page, collection)
  await opened.waitFor()
  return opened
}

/** Selects records in the picker of a relation field and confirms. */
export async function pickRecords(page: Page, field: Locator, collection: string, ...names: string[]): Promise<void> {
  const opened = await openPicker(page, field, collection)
  for (const name of names) await choice(opened, name).check()
  await opened.getByRole('button', { name: 'Set selection' }).click()
  await opened.waitFor({ state: 'detached' })
}
