import { settings } from '@coffer/schema'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { payloadsOf } from '../body/jsonObject.ts'
import { type FormShape, readForm } from '../body/readForm.ts'

const groups: FormShape = Object.fromEntries(Object.keys(settings.parse({})).map(group => [group, 'json'] as const))

/**
 * The changes of settings that a body asks for, to be applied in their order.
 * @throws ApiError 400 when it cannot be read, or has a group of the settings as a plain form field
 */
export const readSettingsBody = (request: ApiRequest): readonly unknown[] => {
  const form = readForm(request, groups)
  return request.body.kind === 'form' ? payloadsOf(request.body.values) : [form]
}
