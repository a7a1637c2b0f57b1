import type { FieldAbilities } from '../contract.ts'

export const abilities: FieldAbilities = { parts: ['lon', 'lat'], isUnknownTo022: true }
