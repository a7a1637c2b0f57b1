import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchangesDir } from '../../harness/paths.ts'
import type { ExchangeFile } from './Exchange.ts'
import { parseExact } from './exactJson.ts'

/** The address that exchange files name for the OAuth2 provider. */
const recordedProvider = '127.0.0.1:18200'

export interface Topic extends ExchangeFile {
  area: string
  topic: string
}

const names = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter(entry => !entry.name.startsWith('.'))

/** The areas that have recorded exchanges, in alphabetical order. */
export const listAreas = (): string[] =>
  names(exchangesDir)
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()

/** The exchange files of an area, with the address of the made-up OAuth2 provider put in. */
export function readTopics(area: string, providerHost: string): Topic[] {
  const files = names(join(exchangesDir, area)).map(entry => entry.name)
  return files.sort().map(file => {
    const text = readFileSync(join(exchangesDir, area, file), 'utf8').replaceAll(recordedProvider, providerHost)
    return { ...(parseExact(text) as unknown as ExchangeFile), area, topic: file.replace(/\.json$/, '') }
  })
}
