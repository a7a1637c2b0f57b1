import type { EventValue } from '../../messages/ScriptedCall.ts'
import { Admin } from '../../pb/Admin.ts'
import { Collection } from '../../pb/Collection.ts'
import type { Plain } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import { SchemaField } from '../../pb/SchemaField.ts'
import { notOffered } from '../notOffered.ts'
import { missingObject } from './errors.ts'
import { goJson } from './goJson.ts'
import type { HookDao } from './HookDao.ts'
import { MailClient } from './mails.ts'
import { recordOf } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { StreamClient } from './StreamClient.ts'

function collectionOf({ values, isNew }: { values: Plain; isNew?: boolean }): Collection {
  const collection = new Collection(values)
  if (!isNew) collection.markAsNotNew()
  return collection
}

/** Creates what hooks see of a value. */
export function createValue(given: EventValue, dao: HookDao, scripts: ScriptRunner): unknown {
  switch (given.kind) {
    case 'record': {
      const record = recordOf(dao.findCollectionByNameOrId(given.collectionId), given.values)
      record.loadCurrent(given.values)
      return record
    }
    case 'admin':
      return new Admin(given.values)
    case 'collection':
      return collectionOf(given)
    case 'field':
      return new SchemaField(given.values)
    case 'list':
      return given.items.map(item => createValue(item, dao, scripts))
    case 'stream':
      return new StreamClient(scripts, given.id)
    case 'mailClient':
      return new MailClient(scripts)
    case 'notOffered':
      return missingObject(`e.${given.name}`, notOffered.event[given.name])
    case 'plain':
      return given.value
  }
}

/** Returns a value that hooks have left as plain data. */
export function eventValueOf(value: unknown): EventValue {
  if (value instanceof Record) return { kind: 'record', collectionId: value.collection().id, values: value.columnValueMap() }
  if (value instanceof Admin) return { kind: 'admin', values: { ...value.toJSON(), ...value.toStore() } }
  if (value instanceof Collection) return { kind: 'collection', values: JSON.parse(JSON.stringify(value)) }
  if (value instanceof MailClient) return { kind: 'mailClient' }
  if (value instanceof StreamClient) return { kind: 'stream', id: value.id() }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(eventValueOf) }
  return { kind: 'plain', value: JSON.parse(goJson(value ?? null)) }
}
