import type { AdminForm } from '../../auth/AdminForm.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { invalidFormatting } from '../body/readData.ts'
import { readForm } from '../body/readForm.ts'

export const adminForm = { id: 'text', avatar: 'integer', email: 'text', password: 'text', passwordConfirm: 'text' } as const

/**
 * Reads the submitted properties of an admin; missing ones are absent.
 * @throws ApiError 400 if the body cannot be parsed
 */
export const readAdminForm = (request: ApiRequest): Partial<AdminForm> => readForm(request, adminForm, invalidFormatting)
