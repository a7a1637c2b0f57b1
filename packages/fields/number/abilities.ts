import type { FieldAbilities } from '../contract.ts'

export const numberAbilities: FieldAbilities = { comparesAsNumber: true }
