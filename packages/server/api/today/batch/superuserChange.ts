import { findAdmin } from '../../../auth/admins.ts'
import { prepareAdminChange, prepareNewAdmin, removeAdminIn } from '../../../auth/saveAdmin.ts'
import { superusers } from '../../../auth/superusers.ts'
import { emptyAdminForm } from '../../../auth/validateAdmin.ts'
import type { OtherChange } from '../../../records/changeRecords.ts'
import { readAdminForm } from '../../admins/readAdminForm.ts'
import type { Call } from '../../Call.ts'
import { superusersOnly } from '../../guards.ts'
import { superuserJson } from '../superusers/superuserJson.ts'
import type { OtherBatchChange, OtherCollection } from './OtherBatchChange.ts'
import type { BatchRequest } from './readBatch.ts'

const collectionName = superusers.name

function planSuperuser(call: Call, sent: BatchRequest, id: string | undefined): OtherBatchChange {
  void superusersOnly(call)
  const form = readAdminForm({ ...call.request, body: { kind: 'json', text: JSON.stringify(sent.body) } })
  const prepareDeletion: OtherChange['prepareOther'] = async () => transaction => removeAdminIn(transaction, id ?? '')
  if (sent.method === 'DELETE') return { action: 'delete', id: id ?? '', collectionName, prepareOther: prepareDeletion }
  const prepareSave = () =>
    id === undefined
      ? prepareNewAdmin({ ...emptyAdminForm, ...form })
      : prepareAdminChange(
          id,
          ({ email, avatar }) => ({ ...emptyAdminForm, email, avatar, ...form }),
          form.password ?? '',
          call.app.catalog.ruleMeaning === 'today',
        )
  const change: OtherBatchChange = {
    action: id === undefined ? 'create' : 'update',
    id: id ?? '',
    collectionName,
    prepareOther: async () => {
      const save = await prepareSave()
      return async transaction => {
        change.shown = superuserJson(await save(transaction))
      }
    },
  }
  return change
}

/** The collection of superusers. Only superusers change them. */
export const superuserCollection: OtherCollection = {
  id: superusers.id,
  exists: async ({ app }, id) => (await findAdmin(app.db, id)) !== undefined,
  plan: planSuperuser,
}
