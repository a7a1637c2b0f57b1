import { badRequest } from '../../errors/ApiError.ts'
import { emailIssue } from '../../errors/fieldIssues.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readForm } from '../body/readForm.ts'

export const emailForm = { email: 'text' } as const

/**
 * Reads the email of a request for a mail.
 * @throws ApiError 400 if the body cannot be parsed or the email is invalid
 */
export const readEmail = (request: ApiRequest): string => {
  const { email = '' } = readForm(request, emailForm)
  const issue = emailIssue(email)
  if (issue) throw badRequest('An error occurred while validating the form.', { email: issue })
  return email
}
