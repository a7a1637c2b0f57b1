import type { Page } from 'playwright-core'

/** The button that restores the draft of the open record. */
export function restore(page: Page) {
  return page.getByRole('button', { name: 'Restore draft' })
}

/** Reloads a page with unsaved changes. */
export async function reloadAnyway(page: Page) {
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
}

/** Reads the ids of the files that the browser stores for drafts. */
export function storedDraftFiles(page: Page) {
  return page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('coffer.drafts')
    // The dashboard creates the database, with its store, when a form is open and the page is idle.
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => opening.error.name === 'AbortError' ? resolve([]) : reject(opening.error)
    opening.onsuccess = () => {
      const { result } = opening
      const reading = result.transaction('files').objectStore('files').getAllKeys()
      reading.onsuccess = () => { result.close(); resolve(reading.result) }
    }
  })`)
}
