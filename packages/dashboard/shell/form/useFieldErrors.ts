import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../queries/connection/failure.ts'

interface FieldErrorsOfForm {
  errors: FieldErrors
  /** Lays errors on the inputs and moves focus to the first of them. */
  show: (errors: FieldErrors) => void
  /** The input was changed: its error has done its work, and so have those below its path. Stays the same function. */
  clear: (path: string) => void
}

/** The errors of one form, which may be any element around its inputs. */
export function useFieldErrors(form: RefObject<HTMLElement | null>): FieldErrorsOfForm {
  const [errors, setErrors] = useState<FieldErrors>({})
  const isFocusDue = useRef(false)

  // After every drawing: an input takes its error's mark only then.
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

/** The same errors where none of them is at the path or below it. */
function without(errors: FieldErrors, path: string): FieldErrors {
  const rest = Object.entries(errors).filter(([each]) => each !== path && !each.startsWith(`${path}.`))
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest)
}
