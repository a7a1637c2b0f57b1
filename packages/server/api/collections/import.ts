import { isObject } from '@coffer/fields'
import { blank, type ImportedCollection, MalformedCollection, NewerExportError, readImport, type Settings } from '@coffer/schema'
import { logExposure } from '../../access/review/logExposure.ts'
import { superusers } from '../../auth/superusers.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { changeCollections } from '../../collections/changeCollections.ts'
import { importCollections as carryOut } from '../../collections/importCollections.ts'
import type { Report } from '../../collections/logProgress.ts'
import { randomFieldId } from '../../crypto/randomText.ts'
import type { Engine, Transaction } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { scriptName } from '../../messages/ScriptedCall.ts'
import { guardCollections } from '../access/ruleTests/guardCollections.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriterExclusively, type Outcome } from '../Steps.ts'
import { callAround, callBefore, collectionValue, type Events, valueAfter } from '../scriptEvents.ts'
import { type SettingsChange, storeSettings } from '../settings/storeSettings.ts'
import { settingsEvents } from '../settings/update.ts'
import { separateSystemItems } from '../today/collections/importSystem.ts'

interface ImportBody {
  collections: ImportedCollection[]
  deleteMissing: boolean
  /** The tokens of superusers, see `readTokenChange`. */
  superusers: unknown
}

function readBody(request: ApiRequest): ImportBody {
  const {
    collections,
    deleteMissing = false,
    superusers,
  } = readForm(request, { collections: 'json', deleteMissing: 'flag', superusers: 'json' }, 'dataMalformed')
  try {
    return { collections: readImport(collections, randomFieldId), deleteMissing, superusers }
  } catch (error) {
    if (error instanceof NewerExportError) {
      const issue = { code: 'collections_import_newer_format', message: error.message }
      throw new Rejection('invalid', { code: 'collectionsNotImported', issues: { collections: issue }, cause: error })
    }
    throw error instanceof MalformedCollection ? new Rejection('invalid', { code: 'dataMalformed', cause: error }) : error
  }
}

/**
 * Reads the key `superusers`, which PocketBase 0.22 does not have: the collection of superusers in the format of 0.23 and later, of
 * which only the tokens can be changed.
 */
async function readTokenChange(call: Call, sent: unknown): Promise<SettingsChange | undefined> {
  if (sent === undefined || sent === null) return undefined
  if (!isObject(sent)) throw new Rejection('invalid', { code: 'dataMalformed', cause: 'The key "superusers" is no object.' })
  const { changeSettings } = await separateSystemItems(call, [{ ...sent, id: '', name: superusers.name }])
  return changeSettings
}

/** Returns the collections as hooks of scripts have left them. */
function collectionsAfter(call: Call): ImportedCollection[] | undefined {
  const value = valueAfter(call, 'collections')
  if (value?.kind !== 'list') return undefined
  return readImport(
    value.items.map(item => ('values' in item ? item.values : undefined)),
    randomFieldId,
  )
}

const settingsEvent = { before: 'onSettingsBeforeUpdateRequest', after: 'onSettingsAfterUpdateRequest' } as const

/** Whether hooks of scripts are called for a change of the settings. */
const hasSettingsHook = ({ request }: Call, moment: keyof typeof settingsEvent): boolean =>
  request.scripts?.includes(scriptName('*', settingsEvent[moment])) === true

/**
 * Imports the collections of a request, with the hooks of scripts around it.
 * @param systemChange a change of the settings that is stored in the same transaction, if the body has none
 */
export async function runImport(call: Call, systemChange?: SettingsChange): Promise<Outcome<never>> {
  const { app, request } = call
  const isNewer = request.dialect === 'today'
  const { collections: sent, deleteMissing, superusers: tokens } = readBody(request)
  const changeSettings = systemChange ?? (await readTokenChange(call, tokens))
  const given = (settings: Settings | undefined): Events => ({
    values: {
      collections: { kind: 'list', items: sent.map(one => collectionValue(one)) },
      ...(settings && settingsEvents(call, settings).values),
    },
  })
  // Without a hook of settings, those of the first pass must not replace what others store before the second one.
  const shown = hasSettingsHook(call, 'before') ? changeSettings?.(app.settings) : undefined
  const before = ['onCollectionsBeforeImportRequest', ...(shown ? [settingsEvent.before] : [])]
  const hooks = request.scripts && callBefore(call, before, given(shown))
  if (hooks) return hooks
  const collections = collectionsAfter(call) ?? sent
  // Exports of newer versions can have system collections only, which are not among these.
  const canBeEmpty = sent.length === 0 && (isNewer || changeSettings !== undefined)
  if (collections.length === 0 && !canBeEmpty) throw new Rejection('invalid', { issues: { collections: blank } })
  let settings: Settings | undefined
  const change = async (transaction: Transaction, catalog: Catalog, report: Report) => {
    if (collections.length > 0 || deleteMissing)
      await carryOut(transaction, catalog, collections, { deleteMissing, isNewer }, report)
    const db: Pick<Engine, 'transaction'> = { transaction: work => work(transaction) }
    if (changeSettings) settings = await storeSettings({ config: app.config, db }, changeSettings)
  }
  await logExposure(app, () => changeCollections(app, change, guardCollections(call)))
  const after = ['onCollectionsAfterImportRequest', ...(settings ? [settingsEvent.after] : [])]
  return callAround(call, after, emptyReply(), () => given(settings))
}

/** Imports collections: creates, changes and, if requested, deletes them to match an export. */
export const importCollections: Endpoint = {
  method: 'PUT',
  path: '/collections/import',
  operation: {
    id: 'importCollections',
    summary: 'Create, change and delete collections to match an export',
    query: ['allowFailingTests'],
    body: { json: 'CollectionImport' },
    returns: 'nothing',
  },
  body: { maxBytes: 32 * 1024 * 1024 },
  guard: adminOnly,
  steps: inWriterExclusively(call => runImport(call)),
}
