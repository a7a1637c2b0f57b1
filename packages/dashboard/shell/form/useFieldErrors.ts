import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../queries/connection/failure.ts'

export interface FieldErrorsOfForm {
  errors: FieldErrors
  /** Shows errors at the inputs and focuses the first invalid input. */
  show: (errors: FieldErrors) => void
  /** Removes the errors at and below a path after its input was changed. Its identity is stable. */
  clear: (path: string) => void
}

/** Manages the field errors of a form, which can be any element around its inputs. */
export function useFieldErrors(form: RefObject<HTMLElement | null>): FieldErrorsOfForm {
  const [errors, setErrors] = useState<FieldErrors>({})
  const isFocusDue = useRef(false)

  // After every render, because inputs get `aria-invalid` only then.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
    invalid?.focus()
    invalid?.scrollIntoView({ block: 'nearest' })
  })

  const clear = useCallback((path: string) => setErrors(errors => without(errors, path)), [])

  return {
    errors,
    show: shown => {
      isFocusDue.current = Object.keys(shown).length > 0
      setErrors(shown)
    },
    clear,
  }
}

/** Returns the same object if no error is at or below the path. */
function without(errors: FieldErrors, path: string): FieldErrors {
  const rest = Object.entries(errors).filter(([each]) => each !== path && !each.startsWith(`${path}.`))
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest)
}
