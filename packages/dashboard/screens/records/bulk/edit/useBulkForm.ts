import type { Field } from '@coffer/fields'
import { ownValue } from '@coffer/fields/ownValue'
import { type RefObject, useRef, useState } from 'react'
import type { FieldErrors } from '../../../../queries/connection/failure.ts'
import { useFieldErrors } from '../../../../shell/form/useFieldErrors.ts'
import type { Operation } from './bulkOperations.ts'
import { type FieldChange, startChange } from './fieldChange.ts'

export interface BulkForm {
  /** Changes in the order of the fields. */
  changes: FieldChange[]
  errors: FieldErrors
  /** The element that contains all inputs. */
  element: RefObject<HTMLDivElement | null>
  /** Starts to change a field, or selects another operation for it. */
  choose: (field: Field, operation?: Operation) => void
  /** Removes the change of a field. */
  drop: (field: Field) => void
  setValue: (field: Field, value: unknown) => void
  showErrors: (errors: FieldErrors) => void
}

/** State of the bulk edit form. It contains only the chosen fields. */
export function useBulkForm(fields: readonly Field[]): BulkForm {
  const [chosen, setChosen] = useState<Readonly<Record<string, FieldChange>>>({})
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  const put = (change: FieldChange) => {
    clear(change.field.name)
    setChosen(last => ({ ...last, [change.field.name]: change }))
  }
  return {
    // The field's settings may have changed since it was chosen, so the current ones replace them.
    changes: fields.flatMap(field => {
      const change = ownValue(chosen, field.name)
      return change ? [{ ...change, field }] : []
    }),
    errors,
    element,
    choose: (field, operation) => {
      const known = ownValue(chosen, field.name)
      put(known && operation ? { ...known, operation } : startChange(field))
    },
    drop: field => {
      clear(field.name)
      setChosen(({ [field.name]: _, ...others }) => others)
    },
    setValue: (field, value) => {
      const known = ownValue(chosen, field.name)
      if (known) put({ ...known, value })
    },
    showErrors: show,
  }
}
