import type { Locator, Page } from 'playwright-core'
import type { Call } from './watchCalls.ts'

/** Locates the button that saves a settings form. */
export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save changes', exact: true })

/** Returns the paths and bodies of the PATCH requests. */
export const sentChanges = (calls: readonly Call[]): [path: string, body: unknown][] =>
  calls.filter(({ method }) => method === 'PATCH').map(({ path, request }) => [path, request.postDataJSON()])
