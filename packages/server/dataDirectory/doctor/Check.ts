import type { Settings } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../db/engine.ts'
import type { ServerFacts } from '../../db/postgres/inspectServer.ts'
import type { StoredSettings } from '../../settings/storedSettings.ts'

/** Maximum number of examples of a finding. */
export const maxExamples = 5

/** Something that an admin should know, and what to do about it. */
export interface Finding {
  /** A `problem` endangers data, access or the service; a `notice` is a setting that may surprise. */
  severity: 'problem' | 'notice'
  message: string
  advice: string
  /** Some of the affected records, files or collections. */
  examples?: string[]
  /** Repairs it without losing anything of value. */
  fix?: () => Promise<FixResult>
}

/** A sentence that says what was done, or what has to be done because nothing could be. */
export type FixResult = { fixed: string } | { advice: string }

/** Damage of a database file, or what PostgreSQL reports about the database. */
export interface Damage {
  /** `data.db`, `logs.db`, or `PostgreSQL`. */
  place: string
  description: string
}

/** What a check can use. Everything is read when it is first needed, so that one damaged part does not prevent all checks. */
export interface CheckContext {
  config: Config
  /** Whether a running server examines itself. The command line does not know all options of the server. */
  isServer: boolean
  reader: Reader
  catalog: () => Promise<Catalog>
  storedSettings: () => Promise<StoredSettings>
  /** Returns the effective settings. */
  settings: () => Promise<Settings>
  /** Reads the state of the PostgreSQL server, for checks that need one. */
  server: () => Promise<ServerFacts>
  /** Whether several servers can use the database, each as a node with a data directory of its own. */
  hasNodes: () => Promise<boolean>
  /** Reads the databases completely, and returns what is damaged. Nothing may be removed from the data directory if anything is. */
  damage: () => Promise<readonly Damage[]>
}

/** What the installation must have for a check to make sense: a database in files, or a PostgreSQL database. */
export type Requirement = 'databaseFiles' | 'postgres'

export interface Check {
  name: string
  /** What is right if the check finds nothing. */
  title: string
  needs?: Requirement
  find: (context: CheckContext) => Promise<Finding[]>
}

/** Formats a number and its noun: `1 record`, `2 records`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
