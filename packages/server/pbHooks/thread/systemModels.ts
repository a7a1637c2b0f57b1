import { Admin } from '../../pb/Admin.ts'
import type { Plain } from '../../pb/Host.ts'
import { JsonBytes } from '../../pb/JsonBytes.ts'
import { Record } from '../../pb/Record.ts'
import type { ModelTable } from './ScriptRunner.ts'

/** The link between an auth record and its account at an OAuth2 provider, as in 0.22. */
export class ExternalAuth {
  id = ''
  created = ''
  updated = ''
  collectionId = ''
  recordId = ''
  provider = ''
  providerId = ''

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  tableName = (): string => '_externalAuths'
  isNew = (): boolean => this.created === ''
}

/** A stored value, as in 0.22. */
export class Param {
  id: string
  key: string
  /** The JSON of the value. */
  value: JsonBytes
  created: string
  updated: string

  constructor({ id, key, value, created, updated }: Plain) {
    this.id = String(id)
    this.key = String(key)
    this.value = JsonBytes.fromText(String(value))
    this.created = String(created)
    this.updated = String(updated)
  }

  tableName = (): string => '_params'
}

/** Returns the table of a model. */
export function tableOf(model: unknown): ModelTable {
  if (model instanceof Record) return model.collection()
  if (model instanceof ExternalAuth || model instanceof Param) return { id: '', name: model.tableName() }
  return { id: '', name: model instanceof Admin ? '_admins' : '_collections' }
}
