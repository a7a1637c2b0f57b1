import { emailIssue } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readForm } from '../body/readForm.ts'

export const emailForm = { email: 'text' } as const

/**
 * Reads the email of a request for a mail.
 * @throws Rejection if the body cannot be parsed or the email is invalid
 */
export function readEmail(request: ApiRequest): string {
  const { email = '' } = readForm(request, emailForm)
  const issue = emailIssue(email)
  if (issue) throw new Rejection('invalid', { code: 'formInvalid', issues: { email: issue } })
  return email
}
