import type { FieldAbilities } from '../contract.ts'

export const jsonAbilities: FieldAbilities = { holdsJson: true }
