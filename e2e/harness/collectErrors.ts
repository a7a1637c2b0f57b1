import type { Page } from 'playwright-core'

/** What a page complained about so far: uncaught errors, failed scripts and error messages of its console. */
export function collectErrors(page: Page, allowed: readonly RegExp[]): () => string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.stack ?? error.message))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return () => errors.filter(error => !allowed.some(pattern => pattern.test(error)))
}
