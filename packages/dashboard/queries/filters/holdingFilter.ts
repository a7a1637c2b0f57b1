import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'

/** Returns a filter for the records with a value other than the empty one in the field. */
export function holdingFilter(field: Field): string {
  const { comparesAsNumber, holdsBoolean, holdsJson, holdsTexts, parts } = abilitiesOf(field)
  if (comparesAsNumber) return `${field.name} != 0`
  if (holdsBoolean) return `${field.name} = true`
  if (holdsJson) return `${field.name} != null`
  if (parts) return `(${parts.map(part => `${field.name}.${part} != 0`).join(' || ')})`
  if (holdsTexts?.(field.options)) return `${field.name}:length > 0`
  return `${field.name} != ""`
}
