import type { Field, FieldAbilities } from './contract.ts'
import { abilities } from './registry/abilities.ts'

/** Returns the abilities of a field's type. Unlike its rules, they are small enough for pages that only show values. */
export function abilitiesOf(field: Pick<Field, 'type'>): FieldAbilities<Field['options']> {
  // The options have the shape of the type, which the compiler cannot infer from a lookup by name.
  return abilities[field.type] as FieldAbilities<Field['options']>
}
