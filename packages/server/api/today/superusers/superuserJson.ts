import { superusers } from '../../../auth/superusers.ts'
import { adminToken } from '../../../auth/tokens.ts'
import { type JsonReply, jsonReply } from '../../../messages/ApiReply.ts'
import { noStore } from '../../../messages/headers.ts'
import type { Admin } from '../../../records/rules/Requester.ts'
import type { App } from '../../App.ts'

/** Returns an admin as a record of `_superusers`, without keys and hashes. */
export function superuserJson({ id, created, updated, email }: Admin) {
  return {
    collectionId: superusers.id,
    collectionName: superusers.name,
    created,
    email,
    emailVisibility: false,
    id,
    updated,
    verified: true,
  }
}

/**
 * Creates the auth response of an admin.
 * @param seconds the lifetime of the token; by default the one in the settings
 */
export function superuserAuth({ settings }: App, admin: Admin, seconds?: number): JsonReply<unknown> {
  const token = adminToken(settings, 'adminAuthToken', admin, { dialect: 'today', seconds })
  return jsonReply({ record: superuserJson(admin), token }, { headers: noStore })
}
