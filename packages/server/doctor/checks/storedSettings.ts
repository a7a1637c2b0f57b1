import type { Check } from '../Check.ts'

export const storedSettings: Check = {
  name: 'storedSettings',
  title: 'The stored settings can be read.',
  find: async ({ storedSettings: load }) => {
    const stored = await load()
    if (!('problem' in stored)) return []
    return [
      {
        severity: 'problem',
        message: `The stored settings cannot be read: ${stored.problem}.`,
        advice: 'Start the server with the encryption key that they were saved with. Until then it uses the default settings.',
      },
    ]
  },
}
