import { getTokenPayload } from 'pocketbase'
import { useState } from 'react'
import { fieldErrorsOf, issueCodesOf, toastTextOf } from '../../queries/connection/failure.ts'

interface LinkFailure {
  /** Why the link cannot be used; set once the server has rejected its token. */
  problem: string | undefined
  /** `failureText` of the form that sends the token. */
  failureText: (error: unknown) => string | undefined
}

/** Explains why a mailed link could not be used. */
export function useLinkFailure(token: string): LinkFailure {
  const [problem, setProblem] = useState<string>()
  const failureText = (error: unknown) => {
    if (!('token' in fieldErrorsOf(error))) return toastTextOf(error)
    setProblem(problemOf(token, issueCodesOf(error).token))
    return undefined
  }
  return { problem, failureText }
}

function problemOf(token: string, code: string | undefined): string {
  const { exp, newEmail } = getTokenPayload(token)
  if (typeof exp === 'number' && exp * 1000 < Date.now()) return 'This link has expired. Request a new one.'
  if (code === 'validation_existing_token_email') {
    return `This link was already used, or another account has the email ${newEmail} now.`
  }
  return 'This link was already used or is no longer valid. Request a new one.'
}
