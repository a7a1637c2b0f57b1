import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'

/** A filter that finds the records which hold a value in the field: more than what an untouched record holds. */
export function holdingFilter(field: Field): string {
  const { comparesAsNumber, holdsTruth, holdsJson, holdsTexts } = abilitiesOf(field)
  if (comparesAsNumber) return `${field.name} != 0`
  if (holdsTruth) return `${field.name} = true`
  if (holdsJson) return `${field.name} != null`
  if (holdsTexts?.(field.options)) return `${field.name}:length > 0`
  return `${field.name} != ""`
}
