import type { Locator, Page } from 'playwright-core'

/** The group of a relation field within a form, whether or not it is marked as required. */
export const relation = (within: Page | Locator, name: string): Locator =>
  within.getByRole('group', { name: new RegExp(`^${name}(\\s*\\(required\\))?$`) })

/** What the records of a relation field are called, in their order. */
export async function relatedNames(field: Locator): Promise<string[]> {
  const labels = await field
    .getByRole('listitem')
    .getByRole('button', { name: /^Remove / })
    .evaluateAll(buttons => buttons.map((button: { ariaLabel: string }) => button.ariaLabel))
  return labels.map(label => label.replace('Remove ', ''))
}

/** The picker of a collection's records. */
const picker = (page: Page, collection: string): Locator => page.getByRole('dialog', { name: `Select ${collection} records` })

/** The choice of a picker that is called so. */
export const choice = (within: Locator, name: string): Locator =>
  within.getByRole('checkbox', { name, exact: true }).or(within.getByRole('radio', { name, exact: true }))

/** Opens the picker of a relation field. */
export async function openPicker(page: Page, field: Locator, collection: string): Promise<Locator> {
  await field.getByRole('button', { name: 'Open picker' }).click()
  const opened = picker(page, collection)
  await opened.waitFor()
  return opened
}

/** Chooses records in the picker of a relation field and takes them over. */
export async function pickRecords(page: Page, field: Locator, collection: string, ...names: string[]): Promise<void> {
  const opened = await openPicker(page, field, collection)
  for (const name of names) await choice(opened, name).check()
  await opened.getByRole('button', { name: 'Set selection' }).click()
  await opened.waitFor({ state: 'detached' })
}
