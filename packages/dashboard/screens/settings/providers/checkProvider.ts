import { blank, type ProviderName, type Settings } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { keyOf, providerForm } from './providerForms.ts'

/** Validates the fields that only some providers require when enabled. The server does not check them. */
export function checkProvider(draft: Settings, name: ProviderName): FieldErrors {
  const key = keyOf(name)
  if (!draft[key].enabled) return {}
  const { endpoints, displayName } = providerForm(name)
  const needed = [
    ...(endpoints && !endpoints.isOptional ? endpoints.fields.map(field => field.name) : []),
    ...(displayName === undefined ? [] : (['displayName'] as const)),
  ]
  return Object.fromEntries(needed.filter(field => draft[key][field] === '').map(field => [`${key}.${field}`, blank.message]))
}
