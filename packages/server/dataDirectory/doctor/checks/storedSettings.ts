import type { Check } from '../Check.ts'

const advice = {
  key: 'Start the server with the encryption key that they were saved with. If they cannot be read with it, copy the row "settings" of the table _params from a backup. Until then the server uses the default settings.',
  damage:
    'Copy the row "settings" of the table _params from a backup. Without one, delete the row and enter the settings again. Until then the server uses the default settings.',
}

export const storedSettings: Check = {
  name: 'storedSettings',
  title: 'The stored settings can be read.',
  find: async ({ storedSettings: load }) => {
    const stored = await load()
    if (!('problem' in stored)) return []
    return [
      { severity: 'problem', message: `The stored settings cannot be read: ${stored.problem}.`, advice: advice[stored.cause] },
    ]
  },
}
