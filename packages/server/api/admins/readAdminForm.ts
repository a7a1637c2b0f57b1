import type { AdminForm } from '../../auth/AdminForm.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { invalidFormatting } from '../body/readData.ts'
import { readForm } from '../body/readForm.ts'

/**
 * What a body says about an administrator; what it leaves out is absent.
 * @throws ApiError 400 when it cannot be read
 */
export const readAdminForm = (request: ApiRequest): Partial<AdminForm> =>
  readForm(
    request,
    { id: 'text', avatar: 'integer', email: 'text', password: 'text', passwordConfirm: 'text' },
    invalidFormatting,
  )
