import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { type FieldErrors, fieldErrorsOf, isSilent, toastTextOf } from '../../queries/connection/failure.ts'
import { useFailureToast } from './useFailureToast.ts'
import { useFieldErrors } from './useFieldErrors.ts'

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
  /** Props of the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void }
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
  const [isSending, setSending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const { errors, show, clear } = useFieldErrors(ref)
  const failure = useFailureToast()

  const send = async () => {
    setSending(true)
    try {
      await options.send(values)
    } catch (error) {
      if (isSilent(error)) return
      show(fieldErrorsOf(error))
      failure.show(options.failureText ? options.failureText(error) : toastTextOf(error, path => path in values))
    } finally {
      setSending(false)
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    failure.clear()
    const issues = options.check(values)
    show(issues)
    if (Object.keys(issues).length === 0) void send()
  }

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onValueChange: (value: string) => {
      clear(name)
      setValues(current => ({ ...current, [name]: value }))
    },
  })

  return { values, isSending, props: { ref, noValidate: true, onSubmit }, field }
}
