import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { MigrationWriter } from '../../collections/MigrationWriter.ts'
import type { WrittenMigrations } from '../../config/config.ts'
import type { Transaction } from '../../db/engine.ts'
import { recordMigrations } from '../../db/systemMigrations.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { appliedMigrations, findMigrationFiles } from '../migrationFiles.ts'
import { type CollectionChange, findChanges } from './findChanges.ts'
import { nativeText } from './nativeText.ts'
import { scriptText } from './scriptText.ts'

interface WrittenFile {
  name: string
  text: string
}

const titleOf = (change: CollectionChange): string => `${change.kind}_${('before' in change ? change.before : change.after).name}`

/** Returns the number that begins the name of a file; 0 if none does. */
const numberOf = (name: string): number => Number(/^\d{1,12}/.exec(name)?.[0] ?? 0)

/** Returns the files for changes: one of Coffer, or as PocketBase 0.22 writes them, one for each updated collection. */
function filesFor(kind: WrittenMigrations['kind'], changes: readonly CollectionChange[], first: number): WrittenFile[] {
  if (kind === 'native') {
    const [only] = changes
    const title = only && changes.length === 1 ? titleOf(only) : 'changed_collections'
    return [{ name: `${first}_${title}.ts`, text: nativeText(changes) }]
  }
  const ofKind = (kind: CollectionChange['kind']) => changes.filter(change => change.kind === kind)
  const groups = [ofKind('created'), ...ofKind('updated').map(change => [change]), ofKind('deleted')]
  return groups
    .filter(group => group.length > 0)
    .map((group, index) => ({
      name: `${first + index}_${titleOf(group[0] as CollectionChange)}.js`,
      text: scriptText(group),
    }))
}

/** Creates a writer of migrations into a folder. */
export function createMigrationWriter({ kind, folders }: WrittenMigrations): MigrationWriter {
  const folder = folders[kind]
  const pendingPath = (name: string) => join(folder, `.${name}.new`)

  /** Returns the seconds since 1970, or more if another migration would follow the new one. */
  const nextNumber = async (transaction: Transaction): Promise<number> => {
    const names = [...findMigrationFiles(folders).map(({ name }) => name), ...(await appliedMigrations(transaction))]
    const now = Math.floor(Date.now() / 1000)
    return names.reduce((next, name) => Math.max(next, numberOf(name) + 1), now)
  }

  const discard = (files: readonly WrittenFile[]): void => {
    for (const { name } of files) rmSync(pendingPath(name), { force: true })
  }

  /** Writes files with hidden names, which are no migrations yet. */
  const write = async (transaction: Transaction, changes: readonly CollectionChange[]): Promise<WrittenFile[]> => {
    let files: WrittenFile[] = []
    try {
      files = filesFor(kind, changes, await nextNumber(transaction))
      mkdirSync(folder, { recursive: true })
      for (const { name, text } of files) writeFileSync(pendingPath(name), text)
      return files
    } catch (error) {
      discard(files)
      const message = `The change could not be written as a migration. ${messageOf(error)}`
      throw new Rejection('conflict', { message, cause: error })
    }
  }

  return {
    prepare: async (transaction, before) => {
      const changes = findChanges(before, (await loadCatalog(transaction, 0)).all)
      if (changes.length === 0) return undefined
      const files = await write(transaction, changes)
      await recordMigrations(
        transaction,
        files.map(({ name }) => name),
      )
      return {
        keep: () => {
          for (const { name } of files) renameSync(pendingPath(name), join(folder, name))
        },
        discard: () => discard(files),
      }
    },
  }
}
