import { boolAbilities } from './bool/abilities.ts'
import type { Field, FieldAbilities, FieldTypeName } from './contract.ts'
import { dateAbilities } from './date/abilities.ts'
import { editorAbilities } from './editor/abilities.ts'
import { fileAbilities } from './file/abilities.ts'
import { jsonAbilities } from './json/abilities.ts'
import { numberAbilities } from './number/abilities.ts'
import { relationAbilities } from './relation/abilities.ts'
import { selectAbilities } from './select/abilities.ts'

const abilities: Partial<Record<FieldTypeName, object>> = {
  bool: boolAbilities,
  date: dateAbilities,
  select: selectAbilities,
  editor: editorAbilities,
  number: numberAbilities,
  file: fileAbilities,
  relation: relationAbilities,
  json: jsonAbilities,
}

/** Returns the abilities of a field's type. Unlike its rules, they are small enough for pages that only show values. */
export const abilitiesOf = (field: Pick<Field, 'type'>): FieldAbilities<Field['options']> => abilities[field.type] ?? {}
