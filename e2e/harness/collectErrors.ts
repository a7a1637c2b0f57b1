import type { BrowserContext } from 'playwright-core'

/** What the pages of a context complained about so far: uncaught errors and error messages of their consoles. */
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
