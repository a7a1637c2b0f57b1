import type { Field, FieldAbilities, FieldTypeName } from './contract.ts'
import { editorAbilities } from './editor/abilities.ts'
import { fileAbilities } from './file/abilities.ts'
import { jsonAbilities } from './json/abilities.ts'
import { numberAbilities } from './number/abilities.ts'
import { relationAbilities } from './relation/abilities.ts'

const abilities: Partial<Record<FieldTypeName, object>> = {
  editor: editorAbilities,
  number: numberAbilities,
  file: fileAbilities,
  relation: relationAbilities,
  json: jsonAbilities,
}

/** The abilities of a field's type, without its rules, which are many times as heavy: for pages that only show values. */
export const abilitiesOf = (field: Pick<Field, 'type'>): FieldAbilities<Field['options']> => abilities[field.type] ?? {}
