import type { Locator, Page } from 'playwright-core'
import type { Call } from './watchCalls.ts'

/** Locates the button that saves a settings form. */
export function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Save changes', exact: true })
}

/** Returns the paths and bodies of the PATCH requests. */
export function sentChanges(calls: readonly Call[]): [path: string, body: unknown][] {
  return calls.filter(({ method }) => method === 'PATCH').map(({ path, request }) => [path, request.postDataJSON()])
}
