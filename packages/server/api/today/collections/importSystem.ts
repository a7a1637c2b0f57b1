import { changesSuperuserTokens, findImportedSystemChanges, type SystemCollection } from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Call } from '../../Call.ts'
import type { SettingsChange } from '../../settings/storeSettings.ts'
import { notImported } from './importErrors.ts'
import { loadSystemCollections } from './systemCollections.ts'
import { settingsWithTokens } from './updateSystem.ts'

type Json = Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Finds the system collection of an item: by its id or, unless another collection has that id, by its name, ignoring case. */
function findSystem({ app: { catalog } }: Call, system: readonly SystemCollection[], item: Json): SystemCollection | undefined {
  const id = textOf(item.id)
  const own = system.find(one => one.id === id)
  if (own || catalog.byId(id)) return own
  const name = textOf(item.name).toLowerCase()
  return system.find(one => one.name.toLowerCase() === name)
}

/** Returns the change of the settings that applies imported tokens of superusers. */
function tokenChange(call: Call, items: readonly Json[]): SettingsChange {
  return effective => {
    try {
      return settingsWithTokens(call, effective, items, issues => notImported(superusers.name, issues))
    } catch (error) {
      if (!(error instanceof Rejection && error.code === 'dataNotLoaded')) throw error
      throw notImported(superusers.name, messageOf(error.cause), error)
    }
  }
}

/** The items of an import that are not system collections, and the changes that system collections make. */
interface SeparatedItems {
  others: Json[]
  /** Applies the tokens of superusers; undefined if they do not change. */
  changeSettings: SettingsChange | undefined
}

/**
 * Separates the system collections of an import, which are stored nowhere, from the other items.
 * @throws Rejection if an item would change more of a system collection than the tokens of superusers
 */
export async function separateSystemItems(call: Call, sent: readonly Json[]): Promise<SeparatedItems> {
  const system = await loadSystemCollections(call.app)
  const others: Json[] = []
  const withTokens: Json[] = []
  for (const item of sent) {
    const found = findSystem(call, system, item)
    const issues = found ? findImportedSystemChanges(item, found) : {}
    if (found && Object.keys(issues).length > 0) throw notImported(found.name, issues)
    if (!found) others.push(item)
    else if (found.name === superusers.name && changesSuperuserTokens(item, found)) withTokens.push(item)
  }
  return { others, changeSettings: withTokens.length > 0 ? tokenChange(call, withTokens) : undefined }
}
