import { findAdmin } from '../../../auth/admins.ts'
import { prepareAdminChange, prepareNewAdmin, removeAdminIn } from '../../../auth/saveAdmin.ts'
import { superusers } from '../../../auth/superusers.ts'
import { emptyAdminForm } from '../../../auth/validateAdmin.ts'
import type { OtherChange } from '../../../records/changeRecords.ts'
import type { Admin } from '../../../records/rules/Requester.ts'
import { readAdminForm } from '../../admins/readAdminForm.ts'
import type { Call } from '../../Call.ts'
import { superusersOnly } from '../../guards.ts'
import type { BatchRequest } from './readBatch.ts'

/** A change of a superuser in a batch. */
export interface SuperuserChange extends OtherChange {
  action: 'create' | 'update' | 'delete'
  id: string
  /** The created or changed superuser, once the change was made. */
  superuser?: Admin
}

/** Whether a path names the collection of superusers. */
export function isOfSuperusers(collection: string): boolean {
  const name = collection.toLowerCase()
  return name === superusers.id || name === superusers.name
}

export async function superuserExists({ app }: Call, id: string): Promise<boolean> {
  return (await findAdmin(app.db, id)) !== undefined
}

/**
 * Plans a change of a superuser.
 * @param id the superuser to update or delete; undefined to create one
 * @throws Rejection if the requester is no superuser, or if the body cannot be parsed
 */
export function planSuperuser(call: Call, sent: BatchRequest, id: string | undefined): SuperuserChange {
  void superusersOnly(call)
  const form = readAdminForm({ ...call.request, body: { kind: 'json', text: JSON.stringify(sent.body) } })
  const prepareDeletion: OtherChange['prepareOther'] = async () => transaction => removeAdminIn(transaction, id ?? '')
  if (sent.method === 'DELETE') return { action: 'delete', id: id ?? '', prepareOther: prepareDeletion }
  const prepareSave = () =>
    id === undefined
      ? prepareNewAdmin({ ...emptyAdminForm, ...form })
      : prepareAdminChange(
          id,
          ({ email, avatar }) => ({ ...emptyAdminForm, email, avatar, ...form }),
          form.password ?? '',
          call.app.catalog.ruleMeaning === 'today',
        )
  const change: SuperuserChange = {
    action: id === undefined ? 'create' : 'update',
    id: id ?? '',
    prepareOther: async () => {
      const save = await prepareSave()
      return async transaction => {
        change.superuser = await save(transaction)
      }
    },
  }
  return change
}
