import { Admin } from '../../pb/Admin.ts'
import { Record } from '../../pb/Record.ts'
import type { ModelTable } from './ScriptRunner.ts'
import { ExternalAuth, Param } from './systemModels.ts'

/** Returns the table of a model. */
export function tableOf(model: unknown): ModelTable {
  if (model instanceof Record) return model.collection()
  if (model instanceof ExternalAuth || model instanceof Param) return { id: '', name: model.tableName() }
  return { id: '', name: model instanceof Admin ? '_admins' : '_collections' }
}
