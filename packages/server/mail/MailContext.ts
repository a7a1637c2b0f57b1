import type { AuthContext } from '../auth/AuthContext.ts'

/** What composing mails and recording that they were sent needs of the app. */
export type MailContext = Pick<AuthContext, 'db' | 'catalog' | 'settings' | 'listeners'>
