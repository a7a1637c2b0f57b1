import { settings } from '@coffer/schema'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { payloadsOf } from '../body/jsonObject.ts'
import { type FormShape, readForm } from '../body/readForm.ts'

const groups: FormShape = Object.fromEntries(Object.keys(settings.parse({})).map(group => [group, 'json'] as const))

/**
 * Returns the submitted changes of settings, to be applied in order.
 * @throws ApiError 400 if the body cannot be parsed, or has a settings group as a plain form field
 */
export const readSettingsBody = (request: ApiRequest): readonly unknown[] => {
  const form = readForm(request, groups)
  return request.body.kind === 'form' ? payloadsOf(request.body.values) : [form]
}
