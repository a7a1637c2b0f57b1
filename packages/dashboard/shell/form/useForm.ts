import { useState } from 'react'
import { type FieldErrors, toastTextOf } from '../../queries/connection/failure.ts'
import { type FormProps, useSubmission } from './useSubmission.ts'

interface FormOptions<Values> {
  initial: Values
  /** Returns the issues that can be found without the server, by input name. */
  check: (values: Values) => FieldErrors
  send: (values: Values) => Promise<void>
  /** Returns the text of the toast for a failed call, whose field errors are shown at the inputs; undefined for no toast. */
  failureText?: (error: unknown) => string | undefined
}

interface Form<Values> {
  values: Values
  isSending: boolean
  props: FormProps
  /** Returns the props of the text field with this name. */
  field: (name: keyof Values & string) => FormField
}

export interface FormField {
  name: string
  value: string
  error: string | undefined
  /** Why the value cannot be changed, if so. */
  lock?: string | undefined
  onValueChange: (value: string) => void
}

/** Manages a small form of text inputs: values, field errors, and one submission at a time. */
export function useForm<Values extends Record<string, string>>(options: FormOptions<Values>): Form<Values> {
  const [values, setValues] = useState(options.initial)
  const { isSending, errors, clear, props } = useSubmission({
    check: () => options.check(values),
    send: () => options.send(values),
    failureText: options.failureText ?? (error => toastTextOf(error, path => path in values)),
  })

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onValueChange: (value: string) => {
      clear(name)
      setValues(current => ({ ...current, [name]: value }))
    },
  })

  return { values, isSending, props, field }
}
