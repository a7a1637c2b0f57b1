import type { MailJob } from '../messages/MailJob.ts'

/** Returns the log name of a mail, without the address of the recipient. Equal names mean the same mail. */
export const mailName = (job: MailJob): string => {
  switch (job.mail) {
    case 'test':
      return `test mail (${job.template})`
    case 'adminPasswordReset':
      return `password reset mail of administrator ${job.adminId}`
    case 'loginAlert':
      return `sign-in alert of ${job.collectionId}/${job.recordId}`
    case 'emailChange':
      return `email change mail of ${job.collectionId}/${job.recordId}`
    case 'passwordReset':
      return `password reset mail of ${job.collectionId}/${job.recordId}`
    case 'verification':
      return `verification mail of ${job.collectionId}/${job.recordId}`
  }
}
