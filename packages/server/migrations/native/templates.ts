import type { Collection } from '@coffer/schema'
import { definitionOf } from '../written/definitionOf.ts'
import { printValue } from '../written/printValue.ts'

const head = "import type { Migration } from 'coffer'\n"

/** The content of a new migration. */
export const emptyNativeMigration = `${head}
export async function up({ collections, data }: Migration) {
  // await collections.update('posts', { addFields: [{ name: 'subtitle', type: 'text' }] })
}

export async function down({ collections, data }: Migration) {
  // await collections.update('posts', { removeFields: ['subtitle'] })
}
`

/** Returns a migration that makes the collections what they are now. Collections and fields that are missing in it are deleted. */
export function nativeSnapshot(collections: readonly Collection[]): string {
  return `${head}
export async function up({ collections }: Migration) {
  await collections.import(${printValue(collections.map(definitionOf), '  ')}, { deleteMissing: true })
}

/** A snapshot cannot be reverted, because the earlier collections are not known. */
export function down() {}
`
}
