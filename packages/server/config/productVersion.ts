import { readFileSync } from 'node:fs'

/** Returns the version of this server, as its package states it. */
export const productVersion = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}
