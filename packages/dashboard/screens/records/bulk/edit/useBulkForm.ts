import type { Field } from '@coffer/fields'
import { type RefObject, useRef, useState } from 'react'
import type { FieldErrors } from '../../../../queries/connection/failure.ts'
import { useFieldErrors } from '../../../../shell/form/useFieldErrors.ts'
import { beginChange, type FieldChange } from './fieldChange.ts'
import type { Way } from './waysToChange.ts'

export interface BulkForm {
  /** In the order of the fields. */
  changes: FieldChange[]
  errors: FieldErrors
  /** Around all inputs. */
  element: RefObject<HTMLDivElement | null>
  /** Begins to change a field, or changes it in another way. */
  choose: (field: Field, way?: Way) => void
  /** Leaves a field as it is. */
  drop: (field: Field) => void
  setValue: (field: Field, value: unknown) => void
  showErrors: (errors: FieldErrors) => void
}

/** The form of a change to many records: it holds nothing but the fields that were chosen. */
export function useBulkForm(fields: readonly Field[]): BulkForm {
  const [chosen, setChosen] = useState<Readonly<Record<string, FieldChange>>>({})
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  const put = (change: FieldChange) => {
    clear(change.field.name)
    setChosen(last => ({ ...last, [change.field.name]: change }))
  }
  return {
    // A field may have been edited since it was chosen.
    changes: fields.flatMap(field => {
      const change = chosen[field.name]
      return change ? [{ ...change, field }] : []
    }),
    errors,
    element,
    choose: (field, way) => {
      const known = chosen[field.name]
      put(known && way ? { ...known, way } : beginChange(field))
    },
    drop: field => {
      clear(field.name)
      setChosen(({ [field.name]: _, ...others }) => others)
    },
    setValue: (field, value) => {
      const known = chosen[field.name]
      if (known) put({ ...known, value })
    },
    showErrors: show,
  }
}
