import type { FieldAbilities } from '../contract.ts'

export const abilities: FieldAbilities = { newerOptions: ['autogeneratePattern'] }
