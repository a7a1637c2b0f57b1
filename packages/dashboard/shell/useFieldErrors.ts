import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../queries/failure.ts'

interface FieldErrorsOfForm {
  errors: FieldErrors
  /** Lays errors on the inputs and moves focus to the first of them. */
  show: (errors: FieldErrors) => void
  /** The input was changed: its error has done its work. */
  clear: (name: string) => void
}

/** The errors of one form, which may be any element around its inputs. */
export function useFieldErrors(form: RefObject<HTMLElement | null>): FieldErrorsOfForm {
  const [errors, setErrors] = useState<FieldErrors>({})
  const isFocusDue = useRef(false)

  // After every drawing: an input takes its error's mark only then.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    invalid?.focus()
    invalid?.scrollIntoView({ block: 'nearest' })
  })

  return {
    errors,
    show: shown => {
      isFocusDue.current = Object.keys(shown).length > 0
      setErrors(shown)
    },
    clear: name => {
      if (name in errors) setErrors(({ [name]: _mended, ...rest }) => rest)
    },
  }
}
