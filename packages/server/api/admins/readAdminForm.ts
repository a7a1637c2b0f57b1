import { changeAdmin } from '../../auth/saveAdmin.ts'
import { type AdminForm, emptyAdminForm } from '../../auth/validateAdmin.ts'
import type { Engine } from '../../db/engine.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import { readForm } from '../body/readForm.ts'

export const adminForm = { id: 'text', avatar: 'integer', email: 'text', password: 'text', passwordConfirm: 'text' } as const

/**
 * Reads the submitted properties of an admin; missing ones are absent.
 * @throws Rejection if the body cannot be parsed
 */
export function readAdminForm(request: ApiRequest): Partial<AdminForm> {
  return readForm(request, adminForm, 'dataMalformed')
}

/**
 * Changes the admin in the path of a request to the submitted properties.
 * @param more properties that replace the submitted ones
 * @throws Rejection if the body cannot be parsed, if there is no such admin, or with issues by property
 */
export function changeRequestedAdmin(db: Engine, request: ApiRequest, more: Partial<AdminForm> = {}): Promise<Admin> {
  const sent = { ...readAdminForm(request), ...more }
  return changeAdmin(db, request.params.id ?? '', ({ email, avatar }) => ({ ...emptyAdminForm, email, avatar, ...sent }))
}
