import type { AuthContext } from '../auth/AuthContext.ts'

/** The parts of the app that composing mails and recording their dispatch needs. */
export type MailContext = Pick<AuthContext, 'db' | 'catalog' | 'settings' | 'listeners'>
