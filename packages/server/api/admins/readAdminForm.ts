import { changeAdmin } from '../../auth/saveAdmin.ts'
import { type AdminForm, emptyAdminForm } from '../../auth/validateAdmin.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'

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
export function changeRequestedAdmin({ app, request }: Call, more: Partial<AdminForm> = {}): Promise<Admin> {
  const sent = { ...readAdminForm(request), ...more }
  const fill = ({ email, avatar }: Admin): AdminForm => ({ ...emptyAdminForm, email, avatar, ...sent })
  return changeAdmin(app.db, request.params.id ?? '', fill, app.catalog.ruleMeaning === 'today')
}
