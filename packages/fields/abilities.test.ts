import { expect, test } from 'vitest'
import { abilitiesOf } from './abilities.ts'
import type { FieldAbilities } from './contract.ts'
import { fieldType, fieldTypes, isFieldTypeName } from './fieldTypes.ts'

const names: Record<keyof FieldAbilities, true> = {
  refersTo: true,
  cascadesDelete: true,
  holdsFiles: true,
  comparesAsNumber: true,
  holdsJson: true,
  parts: true,
  isUnknownTo022: true,
  newerOptions: true,
  setsDate: true,
  holdsPassword: true,
  holdsHtml: true,
  holdsBoolean: true,
  holdsDate: true,
  holdsTexts: true,
  choices: true,
  modifiers: true,
}

test.each(Object.keys(fieldTypes).filter(isFieldTypeName))('%s has the same abilities as its rules', type => {
  const rules = fieldType({ type })
  const inRules = Object.entries(rules).filter(([name]) => Object.hasOwn(names, name))
  expect(abilitiesOf({ type })).toEqual(Object.fromEntries(inRules))
})
