import type { FieldAbilities } from '../contract.ts'

export const boolAbilities: FieldAbilities = { holdsBoolean: true }
