import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { type FieldErrors, fieldErrorsOf, isSilent } from '../../queries/connection/failure.ts'
import { useFailureToast } from './useFailureToast.ts'
import { type FieldErrorsOfForm, useFieldErrors } from './useFieldErrors.ts'

interface SubmissionOptions {
  /** Whether there is something to send; true by default. */
  hasChanges?: boolean
  /** Returns the issues that can be found without the server, by input name. */
  check?: () => FieldErrors
  send: () => Promise<void>
  /** Returns the errors of a failed call that are shown at the inputs; by default, all errors of fields. */
  errorsOf?: (error: unknown) => FieldErrors
  /** Returns the text of the toast for a failed call; undefined for no toast. */
  failureText: (error: unknown) => string | undefined
}

/** Props of the `<form>`. */
export interface FormProps {
  ref: RefObject<HTMLFormElement | null>
  noValidate: true
  onSubmit: (event: FormEvent) => void
}

interface Submission extends FieldErrorsOfForm {
  isSending: boolean
  /** Checks the values and sends them, unless they are being sent or have not changed. */
  submit: () => Promise<void>
  props: FormProps
}

/** Submits a form, one submission at a time. Shows errors at the inputs, and what else has failed in a toast. */
export function useSubmission(options: SubmissionOptions): Submission {
  const { hasChanges = true, check, send, errorsOf = fieldErrorsOf, failureText } = options
  const [isSending, setSending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const { errors, show, clear } = useFieldErrors(ref)
  const failure = useFailureToast()

  const sendOnce = async () => {
    setSending(true)
    try {
      await send()
    } catch (error) {
      if (isSilent(error)) return
      show(errorsOf(error))
      failure.show(failureText(error))
    } finally {
      setSending(false)
    }
  }

  const submit = async () => {
    if (isSending || !hasChanges) return
    failure.clear()
    const issues = check?.() ?? {}
    show(issues)
    if (Object.keys(issues).length === 0) await sendOnce()
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }

  return { isSending, errors, show, clear, submit, props: { ref, noValidate: true, onSubmit } }
}
