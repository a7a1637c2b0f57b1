import { cofferSettings } from '@coffer/schema'
import type { Check } from '../Check.ts'
import { newerAbilities } from './newerAbilities.ts'

export const returnToPocketbase: Check = {
  name: 'returnToPocketbase',
  title: 'PocketBase 0.22 can open the data directory.',
  needs: 'databaseFiles',
  find: async ({ catalog, settings }) => {
    const { all: collections, ruleMeaning } = await catalog()
    const instance = { collections, ruleMeaning, settings: cofferSettings(await settings()) }
    return newerAbilities.flatMap(({ findUses, effect, advice }) => {
      const uses = findUses(instance)
      return uses.length === 0
        ? []
        : [{ severity: 'notice' as const, message: `PocketBase 0.22 ${effect} ${uses.join(', ')}.`, advice }]
    })
  },
}
