import type { Smtp } from '@coffer/schema'

/** A composed mail, without the headers that the transport adds. */
export interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
}

/** A mail and its transport: SMTP if `smtp.enabled`, otherwise the local sendmail program. */
export interface ComposedMail {
  mail: Mail
  smtp: Smtp
}
