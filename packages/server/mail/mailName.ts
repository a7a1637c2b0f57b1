import type { MailJob } from './MailJob.ts'

/** Returns the log name of a mail, without the address of the recipient. Equal names mean the same mail. */
export function mailName(job: MailJob): string {
  switch (job.mail) {
    case 'test':
      return `test mail (${job.template})`
    case 'custom':
      return `mail of a hook ${job.id}`
    case 'adminPasswordReset':
      return `password reset mail of administrator ${job.adminId}`
    case 'backupFailed':
      return 'mail about the failed automatic backup'
    case 'loginAlert':
      return `sign-in alert of ${job.collectionId}/${job.recordId}`
    case 'otp':
      return `one-time password ${job.otpId} of ${job.collectionId}/${job.recordId}`
    case 'authAlert':
      return `alert about a sign-in of ${job.collectionId}/${job.recordId} at ${job.origin}`
    case 'emailChange':
      return `email change mail of ${job.collectionId}/${job.recordId}`
    case 'passwordReset':
      return `password reset mail of ${job.collectionId}/${job.recordId}`
    case 'verification':
      return `verification mail of ${job.collectionId}/${job.recordId}`
  }
}
