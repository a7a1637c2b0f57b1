import type { BrowserContext } from 'playwright-core'

/** Collects the uncaught errors and console errors of a context's pages. */
export function collectErrors(context: BrowserContext, allowed: readonly RegExp[]): () => string[] {
  const errors: string[] = []
  context.on('weberror', webError => {
    const error = webError.error()
    errors.push(error.stack ?? error.message)
  })
  context.on('console', message => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return () => errors.filter(error => !allowed.some(pattern => pattern.test(error)))
}
