import type { FieldAbilities } from '../contract.ts'

export const dateAbilities: FieldAbilities = { holdsDate: true }
