import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CopyDatabase, databaseOfRun } from '../../harness/copySample.ts'
import { exchangesDir } from '../../harness/paths.ts'
import type { Dialect, ExchangeFile } from './Exchange.ts'
import { parseExact } from './exactJson.ts'

/** The address of the OAuth2 provider in exchange files. */
const recordedProvider = '127.0.0.1:18200'

/** The area of the conversations that were recorded from PocketBase 0.39. */
const areaOfToday = 'today'

/** The area of the same conversations on a data directory that was imported from PocketBase 0.39. */
const importedArea = 'today-imported'

/** Returns the name with which a topic was recorded, such as `today/auth` for `today-imported/auth`. */
export function recordedName(topic: string): string {
  return topic.startsWith(`${importedArea}/`) ? topic.replace(importedArea, areaOfToday) : topic
}

export interface Topic extends ExchangeFile {
  area: string
  topic: string
  /** The database of its servers. */
  database: CopyDatabase
  dialect: Dialect
  /** The data directory to copy in place of the sample. */
  source?: string
}

/** Returns the topics of today as they are played on an imported data directory, with an area of their own in lists. */
export function asImported(topics: readonly Topic[], source: string): Topic[] {
  return topics.map(topic => ({ ...topic, area: importedArea, source }))
}

const names = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter(entry => !entry.name.startsWith('.'))

/** Lists the areas with recorded exchanges, in alphabetical order. */
export function listAreas(): string[] {
  return names(exchangesDir)
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
}

/** Reads the exchange files of an area and replaces the address of the fake OAuth2 provider. */
export function readTopics(area: string, providerHost: string, database = databaseOfRun()): Topic[] {
  const files = names(join(exchangesDir, area)).map(entry => entry.name)
  return files.sort().map(file => {
    const text = readFileSync(join(exchangesDir, area, file), 'utf8').replaceAll(recordedProvider, providerHost)
    const dialect = area === areaOfToday ? 'today' : 'v022'
    return { ...(parseExact(text) as unknown as ExchangeFile), area, topic: file.replace(/\.json$/, ''), database, dialect }
  })
}
