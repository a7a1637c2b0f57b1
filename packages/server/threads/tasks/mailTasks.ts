import type { MailStore } from '../../messages/QueuedMail.ts'
import type { Task, TaskResults } from './Task.ts'

type MailTask = 'claimMails' | 'composeMail' | 'queueMail' | 'recordMailSent' | 'settleMail'

type Perform = <Kind extends MailTask>(task: Extract<Task, { kind: Kind }>) => Promise<TaskResults[Kind]>

/** Returns the operations of the mail queue, which the given function performs as tasks. */
export const mailTasks = (perform: Perform): MailStore => ({
  queue: job => perform({ kind: 'queueMail', job }),
  claim: claim => perform({ kind: 'claimMails', claim }),
  compose: job => perform({ kind: 'composeMail', job }),
  recordSent: job => perform({ kind: 'recordMailSent', job }),
  settle: (mail, outcome) => perform({ kind: 'settleMail', mail, outcome }),
})
