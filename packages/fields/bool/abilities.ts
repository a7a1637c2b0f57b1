import type { FieldAbilities } from '../contract.ts'

export const boolAbilities: FieldAbilities = { holdsTruth: true }
