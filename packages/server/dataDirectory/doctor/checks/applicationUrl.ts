import { settings as settingsShape } from '@coffer/schema'
import type { Check } from '../Check.ts'

const defaults = settingsShape.parse({})

const isLocal = (url: string): boolean => /^(?:https?:\/\/)?(?:localhost|127\.|\[::1\])/.test(url)

export const applicationUrl: Check = {
  name: 'applicationUrl',
  title: 'The application URL is public and uses HTTPS.',
  find: async ({ settings }) => {
    const { appUrl } = (await settings()).meta
    const advice = 'Enter the public address, beginning with https://, in Settings, Application.'
    if (appUrl === defaults.meta.appUrl) {
      const message = `The application URL is the default ${appUrl}, so links in mails lead nowhere.`
      return [{ severity: 'notice', message, advice }]
    }
    if (appUrl.startsWith('https://') || isLocal(appUrl)) return []
    return [
      { severity: 'notice', message: `The application URL ${appUrl} does not use HTTPS, so links in mails can be read.`, advice },
    ]
  },
}
