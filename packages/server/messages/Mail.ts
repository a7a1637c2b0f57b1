import type { Smtp } from '@coffer/schema'

/** A mail as it leaves, without what its way adds. */
export interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
}

/** A mail and the way it is to go: `smtp.enabled` tells whether by a mail server or by the sendmail program of this machine. */
export interface ComposedMail {
  mail: Mail
  smtp: Smtp
}
