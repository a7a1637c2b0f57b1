import { isObject } from '@coffer/fields'
import { type Collection, type ExplainedAction, type Explanation, ruleActions } from '@coffer/schema'
import { withRule } from '../../access/compareRules.ts'
import { catalogOf } from '../../catalog/Catalog.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { type ApiDialect, dialects, isDialectName } from '../../messages/dialects.ts'
import { type Form, readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { hasHook } from '../records/hooks.ts'
import { hasInsideHook } from '../records/insideHooks.ts'
import { hasDeletionScripts, hasScripts, hasScriptsOf } from '../records/scripts.ts'
import { inReader, next } from '../Steps.ts'
import { explainRequest } from './explainRequest.ts'
import { getNamedCollection, getPersona } from './parameters.ts'
import { type ExplainedRequest, isRead } from './runRequest.ts'

const form = {
  persona: 'text',
  collection: 'text',
  action: 'text',
  record: 'text',
  data: 'json',
  query: 'json',
  headers: 'json',
  rule: 'nullableText',
  dialect: 'text',
} as const

function readAction(text: string | undefined): ExplainedAction {
  const action = ruleActions.find(known => known === text)
  if (!action || action === 'manage')
    throw new Rejection('invalid', { message: 'Name the action: list, view, create, update or delete.' })
  return action
}

function readTexts(value: unknown, name: string): Record<string, string> {
  const isText = (item: unknown): item is string => typeof item === 'string'
  if (value === undefined || value === null) return {}
  if (isObject(value) && Object.values(value).every(isText)) return value as Record<string, string>
  throw new Rejection('invalid', { message: `Send "${name}" as an object of texts, as in {"name": "value"}.` })
}

/** @throws Rejection `invalid` unless the data is an object whose request can be run dry */
function readData(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw new Rejection('invalid', { message: 'Send "data" as an object with the values of the record.' })
  if ('oldPassword' in value)
    throw new Rejection('invalid', { message: 'An explanation never checks passwords. Leave out "oldPassword".' })
  return value
}

function readDialect(text = '0.22'): ApiDialect {
  if (isDialectName(text)) return dialects[text]
  throw new Rejection('invalid', { message: 'Name the dialect: 0.22 or today.' })
}

async function readRequest(app: Call['app'], sent: Form<typeof form>): Promise<ExplainedRequest> {
  const persona = await getPersona(app, sent.persona)
  if (persona.kind === 'newUser') {
    throw new Rejection('invalid', {
      message: 'Explain the requests of guests or of stored users. To explain the requests of a new user, create one first.',
    })
  }
  const stored = getNamedCollection(app, sent.collection)
  const action = readAction(sent.action)
  const isWrite = !isRead(action)
  if (stored.type === 'view' && isWrite)
    throw new Rejection('invalid', { message: 'The records of a view cannot be changed. Explain list or view.' })
  const needsRecord = action !== 'list' && action !== 'create'
  if (needsRecord && !sent.record) throw new Rejection('invalid', { message: 'Send the id of the record.' })
  if (action === 'create' && sent.record) throw new Rejection('invalid', { message: 'Send the id of a new record in "data".' })
  const { rule } = sent
  const collection = rule === undefined ? stored : withRule(stored, action, rule)
  return {
    persona,
    collection,
    action,
    record: sent.record || undefined,
    data: readData(sent.data),
    query: readTexts(sent.query, 'query'),
    headers: readTexts(sent.headers, 'headers'),
    dialect: readDialect(sent.dialect),
  }
}

/** Whether the server has hooks that requests with an action on records of a collection call. Every request names all hooks. */
function hasHooks(call: Call, collection: Collection, action: ExplainedAction): boolean {
  if (hasHook(call, collection, action)) return true
  if (action !== 'list' && action !== 'view' && hasInsideHook(call, collection, action)) return true
  switch (action) {
    case 'list':
      return hasScriptsOf(call, collection, ['onRecordsListRequest'])
    case 'view':
      return hasScriptsOf(call, collection, ['onRecordViewRequest'])
    case 'create':
      return hasScripts(call, collection, 'Create')
    case 'update':
      return hasScripts(call, collection, 'Update')
    case 'delete':
      return hasDeletionScripts(call, collection)
  }
}

/** Explains a request, with the rule that is sent in place of the stored one, if any. */
async function explainCall(call: Call): Promise<Explanation> {
  const { app, request } = call
  const asked = await readRequest(app, readForm(request, form))
  const { catalog } = app
  const all = catalog.all.map(known => (known.id === asked.collection.id ? asked.collection : known))
  const explanation = await explainRequest({ ...app, catalog: catalogOf(all, catalog) }, asked)
  return { ...explanation, ...(hasHooks(call, asked.collection, asked.action) && { hasHooks: true }) }
}

/** Explains why the API responds to a request as it does. Changes are run dry, in the writer, and rolled back. */
export const explain: Endpoint = {
  method: 'POST',
  path: '/access/explain',
  operation: {
    id: 'explainAccess',
    summary: 'Explain why a request is allowed or rejected',
    body: { form, required: ['persona', 'collection', 'action'] },
    returns: 'Explanation',
    errors: [404],
  },
  body: { maxBytes: 1024 * 1024 },
  guard: adminOnly,
  steps: inReader<undefined>(async call => {
    const { app, request } = call
    const asked = await readRequest(app, readForm(request, form))
    return isRead(asked.action) ? jsonReply(await explainCall(call)) : next(undefined)
  }).inWriter(async call => jsonReply(await explainCall(call))),
}
