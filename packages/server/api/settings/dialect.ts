import { cofferSettings, findDialectDifferences } from '@coffer/schema'
import { logExposure } from '../../access/review/logExposure.ts'
import { type RuleMeaning, saveRuleMeaning } from '../../catalog/ruleMeaning.ts'
import type { Engine } from '../../db/engine.ts'
import { collectIssues } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { type ApiDialect, type DialectName, dialects, isDialectName } from '../../messages/dialects.ts'
import type { App } from '../App.ts'
import { guardCollections } from '../access/ruleTests/guardCollections.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader, inWriterExclusively } from '../Steps.ts'
import { storeSettings } from './storeSettings.ts'

const nameOf = (dialect: ApiDialect): DialectName => (dialect === 'today' ? 'today' : '0.22')

/** Returns what the endpoints answer. */
function settingOf({ settings, catalog }: Pick<App, 'settings' | 'catalog'>) {
  const { all, ruleMeaning } = catalog
  return {
    dialect: nameOf(cofferSettings(settings).dialect),
    rules: nameOf(ruleMeaning),
    differences: findDialectDifferences(all, ruleMeaning),
  }
}

/** Returns the dialect of requests that show none, the meaning of rules, and where the versions differ for the collections. */
export const viewDialect: Endpoint = {
  method: 'GET',
  path: '/settings/dialect',
  operation: {
    id: 'viewDialect',
    summary: 'View the version of requests that show none, and of rules',
    returns: 'DialectSetting',
  },
  guard: adminOnly,
  steps: inReader(async ({ app }) => jsonReply(settingOf(app))),
}

const form = { dialect: 'text', rules: 'text' } as const

/** What a request changes. */
interface Changed {
  dialect: ApiDialect | undefined
  rules: RuleMeaning | undefined
}

/**
 * Saves both values in one transaction, unless a rule test fails with the new meaning of rules.
 * @throws Rejection with the failing tests, or if the settings cannot be stored; then nothing is saved
 */
async function save(call: Pick<Call, 'app' | 'request'>, { dialect, rules }: Changed): Promise<void> {
  const { app } = call
  const { config, catalog } = app
  const meaning = rules === catalog.ruleMeaning ? undefined : rules
  const guard = guardCollections(call)
  const store = () =>
    app.db.transaction(async transaction => {
      if (meaning !== undefined) await guard(transaction, () => saveRuleMeaning(transaction, meaning))
      if (dialect === undefined) return
      const db: Pick<Engine, 'transaction'> = { transaction: work => work(transaction) }
      await storeSettings({ config, db }, settings => ({ ...settings, coffer: { ...cofferSettings(settings), dialect } }))
    })
  await (meaning === undefined ? store() : logExposure(app, store))
}

/** Changes the dialect of requests that show none, and the meaning of rules. */
export const updateDialect: Endpoint = {
  method: 'PATCH',
  path: '/settings/dialect',
  operation: {
    id: 'updateDialect',
    summary: 'Change the version of requests that show none, and of rules',
    query: ['allowFailingTests'],
    body: { form },
    returns: 'DialectSetting',
  },
  guard: adminOnly,
  steps: inWriterExclusively(async ({ app, request }) => {
    const { dialect, rules } = readForm(request, form)
    const unknown = { code: 'validation_in_invalid', message: 'Must be 0.22 or today.' }
    const check = (name: string | undefined) => (name === undefined || isDialectName(name) ? undefined : unknown)
    const issues = collectIssues({ dialect: check(dialect), rules: check(rules) })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const read = (name: string | undefined) => (name !== undefined && isDialectName(name) ? dialects[name] : undefined)
    await save({ app, request }, { dialect: read(dialect), rules: read(rules) })
    return jsonReply(settingOf(await app.snapshot()))
  }),
}
