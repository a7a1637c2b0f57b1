import { settings as settingsShape } from '@coffer/schema'
import type { Check, Finding } from '../Check.ts'

const defaults = settingsShape.parse({})

export const mail: Check = {
  name: 'mail',
  title: 'Mails are sent through a mail server, from an address of your own.',
  find: async ({ settings }) => {
    const { smtp, meta } = await settings()
    const findings: Finding[] = []
    if (!smtp.enabled) {
      findings.push({
        severity: 'notice',
        message: 'No SMTP server is set, so mails are sent with the sendmail command and often end up as spam.',
        advice: 'Enter an SMTP server in Settings, Mail settings.',
      })
    }
    if (meta.senderAddress === defaults.meta.senderAddress) {
      const message = `Mails are sent from the default address ${meta.senderAddress}.`
      findings.push({ severity: 'notice', message, advice: 'Enter your own sender address in Settings, Mail settings.' })
    }
    return findings
  },
}
